# For speeds.sh and alike.sh, which source it: one turn of counting through C (`$work/perft`) and by the program (`$program`), in million leaves a second, and
# the median of a column of numbers.
through_c() { LD_LIBRARY_PATH=$1 "$work/perft" "$2" "$3" | awk '{ print $2 / $4 / 1e6 }'; }
natively() {
    "$program" perft "$1" "$2" --only --threads 1 --json | sed 's/.*"nodes":"\{0,1\}\([0-9]*\).*"seconds":\([0-9.]*\).*/\1 \2/' |
        awk '{ print $1 / $2 / 1e6 }'
}
median() { sort -g | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'; }
