#!/bin/sh
# The databases' own authority and the certificate that both have: make-certificates.sh FOLDER
set -eu
umask 077
cd "$1"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 \
  -subj '/CN=Zovala databases' -keyout authority.key -out authority.pem
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
  -subj '/CN=database' -keyout database.key -out database.csr
printf 'subjectAltName=DNS:localhost\n' >database.ext
openssl x509 -req -in database.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 3650 \
  -extfile database.ext -out database.pem
rm database.csr database.ext
chmod 644 authority.pem database.pem
