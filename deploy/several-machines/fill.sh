#!/bin/sh
# Prints a template of this folder with each @NAME@ replaced by the variable NAME:
#   set -a; . ./machines.env; ./fill.sh patroni.yml | sudo tee /etc/patroni/config.yml
set -eu
exec awk '{
  out = ""
  while (match($0, /@[A-Z][A-Z0-9_]*@/)) {
    name = substr($0, RSTART + 1, RLENGTH - 2)
    if (!(name in ENVIRON)) { print "fill.sh: " name " is not set" > "/dev/stderr"; exit 1 }
    out = out substr($0, 1, RSTART - 1) ENVIRON[name]
    $0 = substr($0, RSTART + RLENGTH)
  }
  print out $0
}' "$1"
