import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Environment } from '#contract/kit/wire.ts'
import type { CountryOf } from './kit/process/countries.ts'
import type { PaypalPartner } from './providers/paypal/open.ts'
import type { StripePlatform } from './providers/stripe/adapter.ts'
import {
  certificatesInPem,
  countriesFile,
  connectionString,
  countryCode,
  years,
  flag,
  hostName,
  isLoopback,
  key,
  mailServer,
  oneOf,
  passphrase,
  password,
  paymentCount,
  paypalPartner,
  portNumber,
  providerAddress,
  proxies,
  publicOrigin,
  reachable,
  sender,
  simulatorKey,
  smsProvider,
  textFile,
  stripePlatform,
  waitSeconds,
  webOrigin,
  webPage,
} from './setting-schemas.ts'

/** The part that one process runs; `all` runs the whole installation on one machine. */
export type Role = (typeof roles)[number]
const roles = ['all', 'api', 'worker', 'simulator'] as const

/**
 * Every setting, validated and complete. Only `main.ts` creates one; other modules receive the parts that they need.
 */
export interface Config {
  role: Role
  /** The host and port of the API. */
  port: number
  host: string
  /** The origin that shoppers and merchants use, without a slash at its end. */
  publicUrl: string
  /** Addresses and networks of proxies whose X-Forwarded-… headers are believed; none by default. */
  trustProxy: string[]
  /** Addresses and networks from which this installation calls others, for merchants' firewalls; none when unknown. */
  egressAddresses: string[]
  /** The country of an address by the operator's table; null without one. */
  countryOf: CountryOf | null
  /** Absolute; holds the embedded PostgreSQL, the master key and the simulator's file. */
  dataDir: string
  /** The owner's connection string; null for the embedded PostgreSQL. */
  databaseUrl: string | null
  /** The application's own connection string, of a role that an administrator made; null to make one at the start. */
  appDatabaseUrl: string | null
  /** The longest wait of a start for a PostgreSQL that is away or still starting up, in seconds. */
  databaseWaitSeconds: number
  /** Whether an empty database is filled with the demo merchants. */
  demo: boolean
  /** The approximate number of payments of the demo merchants in the 90 days before. */
  demoPayments: number
  demoPassword: string
  /** `secretKey` null: one derived from the master key. */
  simulator: { port: number; sftpPort: number; url: string; dir: string; secretKey: string | null }
  /**
   * PayPal's interface: `url` null for PayPal's own of the channel's environment. `roots` are certificates in PEM that sign
   * call-backs beside the public ones, where the interface is simulated on this machine. `partner` is the operator's
   * application that onboards merchants; null without one.
   */
  paypal: { url: string | null; roots: string | null; partner: Record<Environment, PaypalPartner | null> }
  /**
   * Where the gateway and browsers reach Stripe's interface, without a slash at its end; `url` null for Stripe's own addresses.
   * `platform` is the operator's that onboards merchants; null without one.
   */
  stripe: { url: string | null; platform: Record<Environment, StripePlatform | null> }
  /** The address of Xendit's interface, without a slash at its end: Xendit's own, or the simulator's. */
  xendit: { url: string }
  /** The system from which merchants import channels; `token` null where it is simulated. */
  credentialSource: { url: string; token: string | null } | null
  /** The address for providers' call-backs to the API, without a slash at its end. */
  callbackUrl: string
  /** The host and port of metrics and health, apart from the API; without a port there is no listener. */
  metrics: { port: number | null; host: string }
  /** Seals backups; null for files that anyone can read. */
  backupPassphrase: string | null
  /** 32 bytes; null for the one kept in `<dataDir>/master.key`. */
  masterKey: Buffer | null
  logLevel: (typeof logLevels)[number]
  /** Whether registration is open; otherwise only the holder of the set-up link can register a merchant. */
  registration: (typeof registrations)[number]
  /** The operator's terms and privacy notice, to which the registration links; null for no link. */
  legal: { terms: string | null; privacy: string | null }
  /** The country of an owned merchant, unless its master states another. */
  ownedCountry: string
  /** For so many years the original files of reconciliation are kept. */
  reconKeepYears: number
  /** The reviewer of the KYC of a master's merchants. */
  kycReview: (typeof reviewers)[number]
  /** The mail server and the sender; null: mails stay in the outbox. */
  mail: { url: string; from: string } | null
  /**
   * Where mails with files of reconciliation are taken, at addresses of this domain; null: nowhere. `tls` is a certificate and its key in
   * PEM; null for one that only hides mails on their way.
   */
  reconMail: { domain: string; host: string; port: number; tls: { cert: string; key: string } | null } | null
  /** The SMS provider; null: short messages stay in the outbox. */
  sms: { url: string; token: string | null } | null
  /** The address that receives tickets; null: operators read them with `npm run support`. */
  supportEmail: string | null
  /** Whether `/sandbox/outbox` shows all messages: only on a demo that other machines cannot reach. */
  outbox: boolean
  /** Whether webhooks may go to loopback addresses: required by a demo, forbidden in production. */
  webhookAllowLoopback: boolean
}
const registrations = ['open', 'closed'] as const
const reviewers = ['operator', 'master'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The faults of the settings: one clear line for each, never with the value of a secret. */
export class ConfigError extends Error {
  readonly faults: string[]
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/**
 * Reads the settings from the environment and the command line, without any other effect.
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
  const simulatorUrl = read('SIMULATOR_URL', publicOrigin, `http://localhost:${simulatorPort}`)
  /** The merchants of a demo have accounts at the simulator, as whichever provider it speaks. */
  const likeness = (name: string) => (demo ? `${simulatorUrl}/${name}` : null)
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
  const reconMailDomain = read('RECON_MAIL_DOMAIN', hostName, null)
  const reconMailHost = read('RECON_MAIL_HOST', hostName, host)
  const reconMailPort = read('RECON_MAIL_PORT', portNumber, 2525)
  const reconMailCert = read('RECON_MAIL_CERT', textFile(root), null)
  const reconMailKey = read('RECON_MAIL_KEY', textFile(root), null)
  const reconMailTls =
    reconMailCert === null || reconMailKey === null ? null : { cert: reconMailCert, key: reconMailKey }
  const importUrl = read('IMPORT_URL', providerAddress, null)
  const importToken = read('IMPORT_TOKEN', z.string(), null)
  const simulatedSource = likeness('import')
  const config: Config = {
    role,
    port,
    host,
    publicUrl,
    trustProxy: read('TRUST_PROXY', proxies, []),
    egressAddresses: read('EGRESS_ADDRESSES', proxies, []),
    countryOf: read('GEO_FILE', countriesFile(root), null),
    dataDir,
    databaseUrl,
    appDatabaseUrl: read('APP_DATABASE_URL', connectionString, null),
    databaseWaitSeconds: read('DATABASE_WAIT_S', waitSeconds, 60),
    callbackUrl: read('CALLBACK_URL', webOrigin, `http://${reachable(env['HOST'])}:${port}`),
    metrics: { port: read('METRICS_PORT', portNumber, null), host: read('METRICS_HOST', hostName, '127.0.0.1') },
    backupPassphrase: read('BACKUP_PASSPHRASE', passphrase, null),
    demo,
    demoPayments: read('DEMO_PAYMENTS', paymentCount, 24_000),
    demoPassword: read('DEMO_PASSWORD', password, 'countinghouse-demo-1'),
    simulator: {
      port: simulatorPort,
      sftpPort: read('SIMULATOR_SFTP_PORT', portNumber, Math.min(simulatorPort + 1, 65_535)),
      url: simulatorUrl,
      dir: resolve(root, read('SIMULATOR_DIR', z.string(), join(dataDir, 'simulator'))),
      secretKey: read('SIMULATOR_SECRET_KEY', simulatorKey, null),
    },
    paypal: {
      url: read('PAYPAL_API', providerAddress, likeness('paypal')),
      roots: read('PAYPAL_ROOTS', certificatesInPem, null),
      partner: {
        sandbox: read('PAYPAL_PARTNER_SANDBOX', paypalPartner, null),
        live: read('PAYPAL_PARTNER_LIVE', paypalPartner, null),
      },
    },
    stripe: {
      url: read('STRIPE_API', providerAddress, likeness('stripe')),
      platform: {
        sandbox: read('STRIPE_PLATFORM_SANDBOX', stripePlatform('test'), null),
        live: read('STRIPE_PLATFORM_LIVE', stripePlatform('live'), null),
      },
    },
    credentialSource:
      importUrl !== null
        ? { url: importUrl, token: importToken }
        : simulatedSource === null
          ? null
          : { url: simulatedSource, token: null },
    xendit: { url: read('XENDIT_API', providerAddress, likeness('xendit') ?? 'https://api.xendit.co') },
    masterKey: read('MASTER_KEY', key, null),
    logLevel: read('LOG_LEVEL', oneOf(logLevels), role === 'all' ? 'warn' : 'info'),
    registration: read('REGISTRATION', oneOf(registrations), demo ? 'open' : 'closed'),
    legal: { terms: read('TERMS_URL', webPage, null), privacy: read('PRIVACY_URL', webPage, null) },
    ownedCountry: read('OWNED_MERCHANT_COUNTRY', countryCode, 'VN'),
    reconKeepYears: read('RECON_KEEP_YEARS', years, 7),
    kycReview: read('KYC_REVIEW', oneOf(reviewers), demo ? 'master' : 'operator'),
    mail: smtpUrl === null || mailFrom === null ? null : { url: smtpUrl, from: mailFrom },
    reconMail:
      reconMailDomain === null
        ? null
        : { domain: reconMailDomain.toLowerCase(), host: reconMailHost, port: reconMailPort, tls: reconMailTls },
    sms: smsUrl === null ? null : { url: smsUrl, token: smsToken },
    supportEmail: read('SUPPORT_EMAIL', z.email('must be such as support@example.com'), null),
    outbox: demo && isLoopback(host) && isLoopback(new URL(publicUrl).hostname),
    webhookAllowLoopback: read('WEBHOOK_ALLOW_LOOPBACK', flag, demo && databaseUrl === null),
  }

  if (simulatorPort > 65_535) faults.push(`SIMULATOR_PORT must be set when PORT is ${port}`)
  if (config.paypal.roots !== null && !isLoopback(new URL(config.paypal.url ?? 'https://paypal.com').hostname))
    faults.push('PAYPAL_ROOTS needs a PAYPAL_API on this machine')
  if (config.metrics.port === port) faults.push(`METRICS_PORT and PORT are both ${port}`)
  if (config.appDatabaseUrl !== null && databaseUrl === null) faults.push('APP_DATABASE_URL needs a DATABASE_URL')
  if (simulatorPort === port) faults.push(`SIMULATOR_PORT and PORT are both ${port}`)
  if ((role === 'api' || role === 'worker') && databaseUrl === null && env['DATABASE_URL'] === undefined) {
    faults.push(`DATABASE_URL is needed with --role ${role}: the embedded PostgreSQL belongs to --role all`)
  }
  if (!demo && role !== 'simulator' && env['SMTP_URL'] === undefined) {
    faults.push('SMTP_URL is needed without demo data: people confirm their address and reset their password by mail')
  }
  if ((importUrl === null) !== (importToken === null)) faults.push('IMPORT_URL and IMPORT_TOKEN need each other')
  if ((reconMailCert === null) !== (reconMailKey === null))
    faults.push('RECON_MAIL_CERT and RECON_MAIL_KEY need each other')
  if (reconMailDomain !== null && reconMailPort === port) faults.push(`RECON_MAIL_PORT and PORT are both ${port}`)
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
