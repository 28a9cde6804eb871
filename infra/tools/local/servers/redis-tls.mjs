import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { findOnPath, provideSystemPackages } from './system-packages.mjs';

const run = promisify(execFile);

/**
 * Files of PEM: an authority of its own, and one certificate of it for whoever is on 127.0.0.1, server and client
 * alike. @typedef {{ ca: string, cert: string, key: string }} TlsFiles
 */

/**
 * Makes certificates that are valid for a day, for tests.
 * @param {string} dir where they are put
 * @returns {Promise<TlsFiles>}
 */
export async function makeCertificates(dir) {
  mkdirSync(dir, { recursive: true });
  const file = (name) => `${dir}/${name}`;
  writeFileSync(file('extensions'), 'subjectAltName = IP:127.0.0.1\nextendedKeyUsage = serverAuth, clientAuth\n');
  const openssl = await provideOpenssl();
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '1',
    '-subj',
    '/CN=an authority for tests',
    '-keyout',
    file('ca.key'),
    '-out',
    file('ca.crt'),
  );
  await openssl('req', ...newKey, '-subj', '/CN=127.0.0.1', '-keyout', file('tls.key'), '-out', file('tls.csr'));
  await openssl(
    'x509',
    '-req',
    '-days',
    '1',
    '-in',
    file('tls.csr'),
    '-CA',
    file('ca.crt'),
    '-CAkey',
    file('ca.key'),
    '-CAcreateserial',
    '-extfile',
    file('extensions'),
    '-out',
    file('tls.crt'),
  );
  return { ca: file('ca.crt'), cert: file('tls.crt'), key: file('tls.key') };
}

/** Of redis.conf, for servers that speak nothing but TLS, with each other too. @param {TlsFiles} files */
export const tlsSettings = ({ ca, cert, key }) => ({
  'tls-ca-cert-file': ca,
  'tls-cert-file': cert,
  'tls-key-file': key,
  'tls-replication': 'yes',
  'tls-cluster': 'yes',
});

/** Finds openssl, or fetches it. */
export async function provideOpenssl() {
  const installed = findOnPath('openssl');
  if (installed) return (...args) => run(installed, args);
  const { root, env } = await provideSystemPackages({
    name: 'openssl',
    packages: ['openssl'],
    hint: 'install openssl: tests of TLS make their certificates with it.',
  });
  // An unpacked one finds no configuration where it was built to look for it.
  const conf = `${root}/openssl.cnf`;
  // Whoever else reads it just now must not find it empty.
  if (!existsSync(conf)) writeFileSync(conf, '[req]\ndistinguished_name = name\n[name]\n');
  return (...args) => run(`${root}/usr/bin/openssl`, args, { env: { ...process.env, ...env, OPENSSL_CONF: conf } });
}
