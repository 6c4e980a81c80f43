import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export interface Signer {
  /** PKCS #8 in PEM. */
  key: string
  /** X.509 in PEM. */
  certificate: string
}

/**
 * Makes an RSA key with its certificate: an authority of its own, or one that `issuer` signed for a host's name. Node reads
 * certificates, but makes none.
 */
export function makeCertificate(of: {
  name: string
  now: Date
  years: number
  issuer?: Signer & { name: string }
}): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { name, now, years, issuer } = of
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + years)
  const from = new Date(now.getTime() - 86_400_000)
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(randomBytes(8)),
    sha256WithRsa,
    nameOf(issuer?.name ?? name),
    sequence(timeOf(from), timeOf(until)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(issuer ? alternativeName(name) : isAuthority)),
  )
  const signature = sign('sha256', body, issuer ? createPrivateKey(issuer.key) : privateKey)
  const der = sequence(body, sha256WithRsa, bits(signature))
  return { key: pemOf(privateKey), certificate: pem(der) }
}

export const publicKeyOf = ({ key }: Signer): KeyObject => createPublicKey(key)

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${(der.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}
function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const hex = length.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}
const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts)
const bits = (content: Buffer): Buffer => tagged(0x03, Buffer.from([0]), content)
const octets = (content: Buffer): Buffer => tagged(0x04, content)
/** Positive: the first byte has no sign. */
const integer = (bytes: Buffer): Buffer =>
  tagged(0x02, Buffer.concat([Buffer.from([0x01]), bytes]).subarray(bytes.length > 1 ? 0 : 1))
const oid = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'))
const timeOf = (at: Date): Buffer =>
  tagged(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`, 'ascii'))
/** A set of one common name, 2.5.4.3. */
const nameOf = (name: string): Buffer =>
  sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(name, 'utf8')))))

/** 1.2.840.113549.1.1.11 */
const sha256WithRsa = sequence(oid('2a864886f70d01010b'), tagged(0x05))
/** 2.5.29.19, critical. */
const isAuthority = sequence(
  oid('551d13'),
  tagged(0x01, Buffer.from([0xff])),
  octets(sequence(tagged(0x01, Buffer.from([0xff])))),
)
/** 2.5.29.17 */
const alternativeName = (host: string): Buffer =>
  sequence(oid('551d11'), octets(sequence(tagged(0x82, Buffer.from(host, 'ascii')))))
