import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { AddressError, databaseAddress } from './db/address.ts'

/** What one process does; `all` is the whole house on one machine. */
export type Role = (typeof roles)[number]
const roles = ['all', 'api', 'worker', 'simulator'] as const

/** Every setting, valid and complete. Only `main.ts` makes one; all else is handed what it needs of it. */
export interface Config {
  role: Role
  /** Where the API listens. */
  port: number
  host: string
  /** The origin that shoppers and merchants use, without a slash at its end. */
  publicUrl: string
  /** Addresses and networks of proxies whose X-Forwarded-… headers are believed; none by default. */
  trustProxy: string[]
  /** Absolute; holds the embedded PostgreSQL, the master key and the simulator's file. */
  dataDir: string
  /** The owner's connection string; null for the embedded PostgreSQL. */
  databaseUrl: string | null
  /** The application's own connection string, of a role that an administrator made; null to make one at the start. */
  appDatabaseUrl: string | null
  /** Whether an empty database is given the demo merchants. */
  demo: boolean
  /** About how many payments its merchants have had in the 90 days before. */
  demoPayments: number
  demoPassword: string
  /** `secretKey` null: one derived from the master key. */
  simulator: { port: number; url: string; dir: string; secretKey: string | null }
  /** Where providers reach the API with call-backs, without a slash at its end. */
  callbackUrl: string
  /** Where metrics and health are served apart from the API; no port, no listener. */
  metrics: { port: number | null; host: string }
  /** Seals backups; null for files that anyone can read. */
  backupPassphrase: string | null
  /** 32 bytes; null for the one kept in `<dataDir>/master.key`. */
  masterKey: Buffer | null
  logLevel: (typeof logLevels)[number]
  /** Whether anybody may register a merchant; without, only who holds the set-up link. */
  registration: (typeof registrations)[number]
  /** Where an owned merchant is, unless its master says otherwise. */
  ownedCountry: string
  /** Who decides on the KYC of a master's merchants. */
  kycReview: (typeof reviewers)[number]
  /** The mail server and the sender; null: mails rest in the outbox. */
  mail: { url: string; from: string } | null
  /** The SMS provider; null: short messages rest in the outbox. */
  sms: { url: string; token: string | null } | null
  /** Where tickets are mailed to; null: they wait to be looked up by `npm run support`. */
  supportEmail: string | null
  /** Whether `/sandbox/outbox` shows what was written to whom: on a demo that nobody else can reach. */
  outbox: boolean
  /** Whether webhooks may go to this machine, as a demo's must and nobody else's may. */
  webhookAllowLoopback: boolean
}
const registrations = ['open', 'closed'] as const
const reviewers = ['operator', 'master'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** What is wrong with the settings: one clear line for each fault, never a secret's value. */
export class ConfigError extends Error {
  readonly faults: string[]
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/**
 * Reads the settings from the environment and the command line; touches nothing else.
 * @param root the folder that DATA_DIR and SIMULATOR_DIR are relative to.
 * @throws ConfigError with every fault at once.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  argv: readonly string[],
  root: string,
): Config {
  const faults: string[] = []
  const read = <T, F>(name: string, schema: z.ZodType<T>, fallback: F): T | F => {
    const given = env[name]
    if (given === undefined) return fallback
    const result = given.trim() === '' ? null : schema.safeParse(given)
    if (result?.success) return result.data
    faults.push(`${name} ${result === null ? 'is set, but empty' : result.error.issues[0]?.message}`)
    return fallback
  }

  const role = readRole(argv, faults)
  const port = read('PORT', portNumber, 8080)
  const dataDir = resolve(root, read('DATA_DIR', z.string(), 'data'))
  const databaseUrl = read('DATABASE_URL', connectionString, null)
  const demo = read('DEMO', flag, databaseUrl === null)
  const simulatorPort = read('SIMULATOR_PORT', portNumber, port + 1)
  const host = read('HOST', hostName, '127.0.0.1')
  const publicUrl = read('PUBLIC_URL', publicOrigin, `http://localhost:${port}`)
  const smtpUrl = read('SMTP_URL', mailServer, null)
  const mailFrom = read(
    'MAIL_FROM',
    sender,
    smtpUrl === null ? null : `Countinghouse <no-reply@${new URL(publicUrl).hostname}>`,
  )
  const smsUrl = read('SMS_URL', smsProvider, null)
  const smsToken = read('SMS_TOKEN', z.string(), null)
  const config: Config = {
    role,
    port,
    host,
    publicUrl,
    trustProxy: read('TRUST_PROXY', proxies, []),
    dataDir,
    databaseUrl,
    appDatabaseUrl: read('APP_DATABASE_URL', connectionString, null),
    callbackUrl: read('CALLBACK_URL', webOrigin, `http://${reachable(env['HOST'])}:${port}`),
    metrics: { port: read('METRICS_PORT', portNumber, null), host: read('METRICS_HOST', hostName, '127.0.0.1') },
    backupPassphrase: read('BACKUP_PASSPHRASE', passphrase, null),
    demo,
    demoPayments: read('DEMO_PAYMENTS', paymentCount, 24_000),
    demoPassword: read('DEMO_PASSWORD', password, 'countinghouse-demo-1'),
    simulator: {
      port: simulatorPort,
      url: read('SIMULATOR_URL', publicOrigin, `http://localhost:${simulatorPort}`),
      dir: resolve(root, read('SIMULATOR_DIR', z.string(), join(dataDir, 'simulator'))),
      secretKey: read('SIMULATOR_SECRET_KEY', simulatorKey, null),
    },
    masterKey: read('MASTER_KEY', key, null),
    logLevel: read('LOG_LEVEL', oneOf(logLevels), role === 'all' ? 'warn' : 'info'),
    registration: read('REGISTRATION', oneOf(registrations), demo ? 'open' : 'closed'),
    ownedCountry: read('OWNED_MERCHANT_COUNTRY', countryCode, 'VN'),
    kycReview: read('KYC_REVIEW', oneOf(reviewers), demo ? 'master' : 'operator'),
    mail: smtpUrl === null || mailFrom === null ? null : { url: smtpUrl, from: mailFrom },
    sms: smsUrl === null ? null : { url: smsUrl, token: smsToken },
    supportEmail: read('SUPPORT_EMAIL', z.email('must be such as support@example.com'), null),
    outbox: demo && isLoopback(host) && isLoopback(new URL(publicUrl).hostname),
    webhookAllowLoopback: read('WEBHOOK_ALLOW_LOOPBACK', flag, demo && databaseUrl === null),
  }

  if (simulatorPort > 65_535) faults.push(`SIMULATOR_PORT must be set when PORT is ${port}`)
  if (config.metrics.port === port) faults.push(`METRICS_PORT and PORT are both ${port}`)
  if (config.appDatabaseUrl !== null && databaseUrl === null) faults.push('APP_DATABASE_URL needs a DATABASE_URL')
  if (simulatorPort === port) faults.push(`SIMULATOR_PORT and PORT are both ${port}`)
  if ((role === 'api' || role === 'worker') && databaseUrl === null && env['DATABASE_URL'] === undefined) {
    faults.push(`DATABASE_URL is needed with --role ${role}: the embedded PostgreSQL belongs to --role all`)
  }
  if (!demo && role !== 'simulator' && env['SMTP_URL'] === undefined) {
    faults.push('SMTP_URL is needed without demo data: people confirm their address and reset their password by mail')
  }
  if (env['SMS_TOKEN'] !== undefined && smsUrl === null) faults.push('SMS_TOKEN needs SMS_URL')
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

function readRole(argv: readonly string[], faults: string[]): Role {
  let role: Role | null = null
  const words = argv.flatMap((word) => (word.startsWith('--role=') ? ['--role', word.slice('--role='.length)] : [word]))
  for (let i = 0; i < words.length; i++) {
    if (words[i] !== '--role') {
      faults.push(`${words[i]} is not known: the only option is --role ${roles.join('|')}`)
      continue
    }
    const given = oneOf(roles).safeParse(words[++i] ?? '')
    if (!given.success) faults.push(`--role must be one of ${roles.join(', ')}`)
    else if (role !== null) faults.push('--role is given twice')
    else role = given.data
  }
  return role ?? 'all'
}

function oneOf<const T extends readonly [string, ...string[]]>(names: T) {
  return z.enum(names, `must be one of ${names.join(', ')}`)
}

const countryCode = z.string().regex(/^[A-Z]{2}$/, 'must be the two letters of a country, as ISO 3166 has them')

const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((given) => given === '1')

const paymentCount = z
  .string()
  .regex(/^\d{1,8}$/, 'must be a number of payments, 0 to 10000000')
  .transform(Number)
  .refine((count) => count <= 10_000_000, 'must be a number of payments, 0 to 10000000')

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port, 1 to 65535')
  .transform(Number)
  .refine((port) => port >= 1 && port <= 65_535, 'must be a port, 1 to 65535')

const hostName = z
  .string()
  .refine(
    (host) => isIP(host) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host),
    'must be an address or a host name',
  )

const publicOrigin = z.string().transform((given, issues) => {
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

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || /^(\[::1\]|::1)$/.test(host) || /^127(\.\d+){3}$/.test(host)
  )
}

const connectionString = z.string().transform((given, issues) => {
  try {
    return databaseAddress(given)
  } catch (error) {
    if (!(error instanceof AddressError)) throw error
    issues.addIssue(error.message)
    return z.NEVER
  }
})

/** An origin of our own network, where plain HTTP will do. */
const webOrigin = z.string().transform((given, issues) => {
  const url = URL.parse(given)
  if (url && /^https?:$/.test(url.protocol) && /^\/?$/.test(url.pathname + url.search + url.hash)) return url.origin
  issues.addIssue('must be an origin such as http://10.0.0.5:8080, without a path')
  return z.NEVER
})

/** Where this machine reaches what listens on `host`. */
function reachable(host = '127.0.0.1'): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

const passphrase = z.string().refine((given) => given.length >= 16, 'must have at least 16 characters')

const mailServer = z.string().refine((given) => {
  const url = URL.parse(given)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}, 'must be such as smtp://user:password@mail.example.com:587 or smtps://…')

const sender = z
  .string()
  .regex(
    /^(?:[^<>\r\n",;@]+ )?<?[^\s<>@,;"]+@[^\s<>@,;"]+>?$/,
    'must be such as Countinghouse <no-reply@pay.example.com>',
  )

const smsProvider = z.string().refine((given) => {
  const url = URL.parse(given)
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))
}, 'must be https unless its host is this machine')

const proxies = z.string().transform((given, issues) => {
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

const password = z.string().refine((given) => given.length >= 12 && /\p{L}/u.test(given) && /\d/.test(given), {
  error: 'must have at least 12 characters, with a letter and a digit',
})

const simulatorKey = z.string().regex(/^sk_test_[\w-]{16,}$/, 'must be sk_test_ and at least 16 letters or digits')

const key = z.string().transform((given, issues) => {
  const bytes = Buffer.from(given, 'base64')
  if (bytes.length === 32 && bytes.toString('base64') === given) return bytes
  issues.addIssue('must be 32 bytes in base64, as `openssl rand -base64 32` prints them')
  return z.NEVER
})
