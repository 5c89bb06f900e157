//! Advised memory is memory like any other, and where Linux has huge pages on request they are asked for.

/// Around the size of a huge page, where the advice begins and ends: bytes.
const SIZES: [usize; 7] = [0, 1, 4096, (2 << 20) - 1, 2 << 20, (4 << 20) + 17, 33 << 20];

#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(128))]
struct Bucket([u64; 16]);

#[test]
fn the_memory_is_the_same_as_without_advice() {
    for bytes in SIZES {
        let count = bytes / size_of::<Bucket>();
        let mut advised: Vec<Bucket> = plywood_pages::filled(count).unwrap();
        let mut plain = vec![Bucket::default(); count];
        assert_eq!(advised, plain, "{bytes}");
        for (i, (a, b)) in advised.iter_mut().zip(&mut plain).enumerate() {
            a.0[i % 16] = i as u64;
            b.0[i % 16] = i as u64;
        }
        assert!(advised == plain, "{bytes}");
    }
}

#[test]
fn values_with_drops_and_values_without_size_are_fine() {
    let texts: Vec<String> = plywood_pages::filled(200_000).unwrap();
    assert!(texts.iter().all(String::is_empty));
    assert_eq!(plywood_pages::filled::<()>(usize::MAX).unwrap().len(), usize::MAX);
}

#[test]
fn what_cannot_be_reserved_is_an_error() {
    assert!(plywood_pages::filled::<u64>(usize::MAX / 8).is_err());
    assert!(plywood_pages::filled::<u64>(isize::MAX as usize / 8).is_err());
}

/// The kernel marks memory for which huge pages were asked with `hg`.
#[cfg(target_os = "linux")]
#[test]
fn linux_is_asked_for_huge_pages() {
    use std::fs::read_to_string;
    if read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").is_err() {
        return;
    }
    let memory: Vec<u64> = plywood_pages::filled(8 << 20).unwrap();
    let middle = &raw const memory[4 << 20] as usize;
    let maps = read_to_string("/proc/self/smaps").unwrap();
    let mut inside = false;
    let flags = maps.lines().find_map(|line| {
        if let Some((range, _)) = line.split_once(' ')
            && let Some((start, end)) = range.split_once('-')
            && let (Ok(start), Ok(end)) = (usize::from_str_radix(start, 16), usize::from_str_radix(end, 16))
        {
            inside = (start..end).contains(&middle);
        }
        line.strip_prefix("VmFlags:").filter(|_| inside)
    });
    assert!(flags.is_some_and(|flags| flags.split(' ').any(|flag| flag == "hg")), "{flags:?}");
}
