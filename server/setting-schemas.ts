import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { AddressError, databaseAddress } from './db/address.ts'
import { CountriesError, countriesIn } from './kit/process/countries.ts'

/** Parsers of settings; each error text follows the name of the setting. */
export function oneOf<const T extends readonly [string, ...string[]]>(names: T) {
  return z.enum(names, `must be one of ${names.join(', ')}`)
}

export const years = z.coerce
  .number()
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(30, 'must be at most 30')
export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'must be the two letters of a country, as ISO 3166 has them')

export const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((given) => given === '1')

export const paymentCount = z
  .string()
  .regex(/^\d{1,8}$/, 'must be a number of payments, 0 to 10000000')
  .transform(Number)
  .refine((count) => count <= 10_000_000, 'must be a number of payments, 0 to 10000000')

export const waitSeconds = z
  .string()
  .regex(/^\d{1,4}$/, 'must be a number of seconds, 0 to 3600')
  .transform(Number)
  .refine((seconds) => seconds <= 3_600, 'must be a number of seconds, 0 to 3600')

export const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port, 1 to 65535')
  .transform(Number)
  .refine((port) => port >= 1 && port <= 65_535, 'must be a port, 1 to 65535')

export const hostName = z
  .string()
  .refine(
    (host) => isIP(host) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host),
    'must be an address or a host name',
  )

export const publicOrigin = z.string().transform((given, issues) => {
  const url = URL.parse(given)
  if (url === null || !/^https?:$/.test(url.protocol) || `${url.origin}/` !== url.href) {
    issues.addIssue('must be an origin such as https://pay.example.com, with no path')
    return z.NEVER
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    issues.addIssue('must be https unless its host is this machine')
    return z.NEVER
  }
  return url.origin
})

export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || /^(\[::1\]|::1)$/.test(host) || /^127(\.\d+){3}$/.test(host)
  )
}

export const connectionString = z.string().transform((given, issues) => {
  try {
    return databaseAddress(given)
  } catch (error) {
    if (!(error instanceof AddressError)) throw error
    issues.addIssue(error.message)
    return z.NEVER
  }
})

/** An origin inside the installation's network, where plain HTTP is allowed. */
export const webOrigin = z.string().transform((given, issues) => {
  const url = URL.parse(given)
  if (url && /^https?:$/.test(url.protocol) && /^\/?$/.test(url.pathname + url.search + url.hash)) return url.origin
  issues.addIssue('must be an origin such as http://10.0.0.5:8080, without a path')
  return z.NEVER
})

/** The interface of a payment provider, to which credentials are sent; its path may be that of a simulated one. */
export const providerAddress = z.string().transform((given, issues) => {
  const url = URL.parse(given)
  const plain = url?.search === '' && url.hash === '' && url.username === '' && url.password === ''
  if (url && plain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))))
    return url.href.replace(/\/+$/, '')
  issues.addIssue('must be such as https://api.example.com, and https unless its host is this machine')
  return z.NEVER
})

/** A page for people, at any path. */
export const webPage = z
  .string()
  .refine((given) => /^https?:$/.test(URL.parse(given)?.protocol ?? ''), 'must be such as https://example.com/terms')

/** The address by which this machine reaches a listener on `host`. */
export function reachable(host = '127.0.0.1'): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

export const passphrase = z.string().refine((given) => given.length >= 16, 'must have at least 16 characters')

export const mailServer = z.string().refine((given) => {
  const url = URL.parse(given)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}, 'must be such as smtp://user:password@mail.example.com:587 or smtps://…')

export const sender = z
  .string()
  .regex(
    /^(?:[^<>\r\n",;@]+ )?<?[^\s<>@,;"]+@[^\s<>@,;"]+>?$/,
    'must be such as Countinghouse <no-reply@pay.example.com>',
  )

export const smsProvider = z.string().refine((given) => {
  const url = URL.parse(given)
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))
}, 'must be https unless its host is this machine')

export const proxies = z.string().transform((given, issues) => {
  const listed = given.split(',').map((each) => each.trim())
  if (listed.every(isNetwork)) return listed
  issues.addIssue('must list addresses or networks such as 10.0.0.0/8, separated by commas')
  return z.NEVER
})

function isNetwork(given: string): boolean {
  const [address = '', bits, ...more] = given.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** A file with a table of countries by address; its path may be relative to `root`. */
export const countriesFile = (root: string) =>
  z.string().transform((path, issues) => {
    try {
      return countriesIn(readFileSync(resolve(root, path), 'utf8'))
    } catch (error) {
      issues.addIssue(error instanceof CountriesError ? error.message : 'names a file that cannot be read')
      return z.NEVER
    }
  })

/** The text of a file; its path may be relative to `root`. */
export const textFile = (root: string) =>
  z.string().transform((path, issues) => {
    try {
      return readFileSync(resolve(root, path), 'utf8')
    } catch {
      issues.addIssue('names a file that cannot be read')
      return z.NEVER
    }
  })

export const password = z.string().refine((given) => given.length >= 12 && /\p{L}/u.test(given) && /\d/.test(given), {
  error: 'must have at least 12 characters, with a letter and a digit',
})

export const simulatorKey = z
  .string()
  .regex(/^sk_test_[\w-]{16,}$/, 'must be sk_test_ and at least 16 letters or digits')

/** One or more certificates of authorities in PEM. */
export const certificatesInPem = z.string().refine((given) => {
  const rest = given.replaceAll(pemBlock, (pem) => (isCertificate(pem) ? '' : pem))
  return rest.trim() === '' && given.trim() !== ''
}, 'must be certificates of authorities in PEM')

const pemBlock = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g
function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca
  } catch {
    return false
  }
}

export const key = z.string().transform((given, issues) => {
  const bytes = Buffer.from(given, 'base64')
  if (bytes.length === 32 && bytes.toString('base64') === given) return bytes
  issues.addIssue('must be 32 bytes in base64, as `openssl rand -base64 32` prints them')
  return z.NEVER
})

/** The operator's application at PayPal that onboards merchants. */
export const paypalPartner = z.string().transform((given, issues) => {
  const [, clientId, clientSecret, partnerId, webhookId = ''] =
    /^([\w-]{16,200}):([\w-]{16,200}):(\w{5,40})(?::(\w{5,60}))?$/.exec(given) ?? []
  if (clientId && clientSecret && partnerId) return { clientId, clientSecret, partnerId, webhookId }
  issues.addIssue('must be <client id>:<secret>:<merchant id of the partner>, and :<webhook id> if there is one')
  return z.NEVER
})

/** The operator's platform at Stripe in one of its modes. */
export const stripePlatform = (mode: 'test' | 'live') =>
  z.string().transform((given, issues) => {
    const form = new RegExp(`^([sr]k_${mode}_\\w{8,240}):(pk_${mode}_\\w{8,240})(?::(whsec_\\w{8,240}))?$`)
    const [, secretKey, publishableKey, webhookSecret = ''] = form.exec(given) ?? []
    if (secretKey && publishableKey) return { secretKey, publishableKey, webhookSecret }
    issues.addIssue(`must be sk_${mode}_…:pk_${mode}_…, and :whsec_… if there is an endpoint`)
    return z.NEVER
  })
