import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const root = '/srv/countinghouse'

test('with nothing set it is the whole program on loopback, with demo data on its own PostgreSQL', () => {
  expect(readConfig({}, [], root)).toEqual({
    role: 'all',
    port: 8080,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:8080',
    trustProxy: [],
    dataDir: '/srv/countinghouse/data',
    databaseUrl: null,
    appDatabaseUrl: null,
    callbackUrl: 'http://127.0.0.1:8080',
    metrics: { port: null, host: '127.0.0.1' },
    backupPassphrase: null,
    demo: true,
    databaseWaitSeconds: 60,
    demoPayments: 24_000,
    demoPassword: 'countinghouse-demo-1',
    stripe: { url: 'http://localhost:8081/stripe' },
    simulator: { port: 8081, url: 'http://localhost:8081', dir: '/srv/countinghouse/data/simulator', secretKey: null },
    paypal: { url: 'http://localhost:8081/paypal', roots: null },
    xendit: { url: 'http://localhost:8081/xendit' },
    masterKey: null,
    logLevel: 'warn',
    registration: 'open',
    legal: { terms: null, privacy: null },
    ownedCountry: 'VN',
    kycReview: 'master',
    mail: null,
    sms: null,
    supportEmail: null,
    outbox: true,
    webhookAllowLoopback: true,
  })
})

test('each setting is taken as given', () => {
  const masterKey = randomBytes(32)
  const env = {
    PORT: '9000',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://pay.example.com',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    DATA_DIR: '/var/lib/countinghouse',
    DATABASE_URL: 'postgres://owner:secret@db.example.com:5432/countinghouse',
    APP_DATABASE_URL: 'postgres://app:secret@db.example.com:5432/countinghouse',
    CALLBACK_URL: 'http://10.0.0.5:9000/',
    METRICS_PORT: '9100',
    METRICS_HOST: '10.0.0.5',
    BACKUP_PASSPHRASE: 'correct horse battery',
    DEMO: '1',
    DEMO_PASSWORD: 'correct-horse-9',
    SIMULATOR_PORT: '9100',
    STRIPE_API: 'http://127.0.0.1:9100/stripe/',
    SIMULATOR_URL: 'https://psp.example.com',
    SIMULATOR_DIR: 'psp',
    PAYPAL_API: 'http://127.0.0.1:9100/paypal/',
    PAYPAL_ROOTS: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
    XENDIT_API: 'http://127.0.0.1:9100/xendit/',
    SIMULATOR_SECRET_KEY: 'sk_test_0123456789abcdef',
    MASTER_KEY: masterKey.toString('base64'),
    DATABASE_WAIT_S: '5',
    DEMO_PAYMENTS: '1000000',
    LOG_LEVEL: 'debug',
    REGISTRATION: 'closed',
    TERMS_URL: 'https://example.com/terms',
    PRIVACY_URL: 'https://example.com/privacy',
    OWNED_MERCHANT_COUNTRY: 'TH',
    KYC_REVIEW: 'operator',
    SMTP_URL: 'smtps://mailer:pw@mail.example.com',
    MAIL_FROM: 'Acme Payments <pay@example.com>',
    SMS_URL: 'https://sms.example.com/send',
    SMS_TOKEN: 'sms-token',
    SUPPORT_EMAIL: 'help@example.com',
    WEBHOOK_ALLOW_LOOPBACK: '1',
  }
  expect(readConfig(env, ['--role', 'api'], root)).toEqual({
    role: 'api',
    port: 9000,
    host: '0.0.0.0',
    publicUrl: 'https://pay.example.com',
    trustProxy: ['10.0.0.0/8', '::1'],
    dataDir: '/var/lib/countinghouse',
    databaseUrl: 'postgres://owner:secret@db.example.com:5432/countinghouse',
    appDatabaseUrl: 'postgres://app:secret@db.example.com:5432/countinghouse',
    callbackUrl: 'http://10.0.0.5:9000',
    metrics: { port: 9100, host: '10.0.0.5' },
    backupPassphrase: 'correct horse battery',
    demo: true,
    databaseWaitSeconds: 5,
    demoPayments: 1_000_000,
    demoPassword: 'correct-horse-9',
    stripe: { url: 'http://127.0.0.1:9100/stripe' },
    simulator: {
      port: 9100,
      url: 'https://psp.example.com',
      dir: '/srv/countinghouse/psp',
      secretKey: 'sk_test_0123456789abcdef',
    },
    paypal: {
      url: 'http://127.0.0.1:9100/paypal',
      roots: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
    },
    xendit: { url: 'http://127.0.0.1:9100/xendit' },
    masterKey,
    logLevel: 'debug',
    registration: 'closed',
    legal: { terms: 'https://example.com/terms', privacy: 'https://example.com/privacy' },
    ownedCountry: 'TH',
    kycReview: 'operator',
    mail: { url: 'smtps://mailer:pw@mail.example.com', from: 'Acme Payments <pay@example.com>' },
    sms: { url: 'https://sms.example.com/send', token: 'sms-token' },
    supportEmail: 'help@example.com',
    outbox: false,
    webhookAllowLoopback: true,
  })
})

describe('defaults that depend on other settings', () => {
  test('an outside database gets no demo data unless it is asked for, and webhooks may not go to loopback', () => {
    const env = { DATABASE_URL: 'postgres://o:p@db.example.com/gateway', SMTP_URL: 'smtp://mail.example.com' }
    expect(readConfig(env, [], root)).toMatchObject({ demo: false, webhookAllowLoopback: false })
    expect(readConfig({ ...env, DEMO: '1' }, [], root)).toMatchObject({ demo: true, webhookAllowLoopback: false })
    expect(readConfig({ DEMO: '0', SMTP_URL: env.SMTP_URL }, [], root)).toMatchObject({
      demo: false,
      webhookAllowLoopback: false,
    })
  })

  test('a production installation sends mail and has registration closed by default', () => {
    const real = readConfig({ DEMO: '0', SMTP_URL: 'smtp://mail.example.com' }, [], root)
    expect(real).toMatchObject({ registration: 'closed', outbox: false, mail: { from: expect.any(String) } })
    expect(readConfig({ DEMO: '0' }, ['--role', 'simulator'], root).mail).toBeNull()
  })

  test('the outbox is there for a demo that only this machine reaches', () => {
    expect(readConfig({ HOST: '::1' }, [], root).outbox).toBe(true)
    expect(readConfig({ HOST: '0.0.0.0' }, [], root).outbox).toBe(false)
    expect(readConfig({ PUBLIC_URL: 'https://pay.example.com' }, [], root).outbox).toBe(false)
    expect(readConfig({ DEMO: '0', SMTP_URL: 'smtp://mail.example.com' }, [], root).outbox).toBe(false)
  })

  test('the addresses follow the ports', () => {
    const { publicUrl, simulator } = readConfig({ PORT: '9000' }, [], root)
    expect([publicUrl, simulator.port, simulator.url]).toEqual(['http://localhost:9000', 9001, 'http://localhost:9001'])
  })

  test.each([
    'http://localhost:9000',
    'http://127.0.0.2',
    'http://[::1]:80',
    'http://acme.localhost:1',
    'https://a.example',
  ])('PUBLIC_URL %s is allowed', (given) => {
    expect(readConfig({ PUBLIC_URL: given }, [], root).publicUrl).toBe(new URL(given).origin)
  })
})

describe('a fault is one clear line, not a guess', () => {
  const origin = 'must be an origin such as https://pay.example.com, with no path'
  const port = 'must be a port, 1 to 65535'
  test.each([
    [{ PORT: '' }, 'PORT is set, but empty'],
    [{ PORT: ' ' }, 'PORT is set, but empty'],
    [{ PORT: 'NaN' }, `PORT ${port}`],
    [{ PORT: '0' }, `PORT ${port}`],
    [{ PORT: '70000' }, `PORT ${port}`],
    [{ PORT: '80.5' }, `PORT ${port}`],
    [{ PORT: '1e3' }, `PORT ${port}`],
    [{ PORT: '65535' }, 'SIMULATOR_PORT must be set when PORT is 65535'],
    [{ SIMULATOR_PORT: '8080' }, 'SIMULATOR_PORT and PORT are both 8080'],
    [{ HOST: 'not a host' }, 'HOST must be an address or a host name'],
    [{ PUBLIC_URL: 'http://pay.example.com' }, 'PUBLIC_URL must be https unless its host is this machine'],
    [{ PUBLIC_URL: 'http://localhost.example.com' }, 'PUBLIC_URL must be https unless its host is this machine'],
    [{ PUBLIC_URL: 'http://127.0.0.1.example.com' }, 'PUBLIC_URL must be https unless its host is this machine'],
    [{ PUBLIC_URL: 'https://pay.example.com/shop' }, `PUBLIC_URL ${origin}`],
    [{ PUBLIC_URL: 'https://me:pw@pay.example.com' }, `PUBLIC_URL ${origin}`],
    [{ PUBLIC_URL: 'ftp://pay.example.com' }, `PUBLIC_URL ${origin}`],
    [{ PUBLIC_URL: 'pay.example.com' }, `PUBLIC_URL ${origin}`],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must list addresses or networks such as 10.0.0.0/8, separated by commas'],
    [
      { TRUST_PROXY: '10.0.0.0/33' },
      'TRUST_PROXY must list addresses or networks such as 10.0.0.0/8, separated by commas',
    ],
    [
      { DATABASE_URL: 'mysql://o:secret@db/gateway' },
      'DATABASE_URL must be such as postgres://user:password@host:5432/database; what is special in the password is written as %2F',
    ],
    [
      { DATABASE_URL: 'postgres://o@db/gateway?sslmode=prefer' },
      'DATABASE_URL has an sslmode that is none of disable, require, verify-ca, verify-full',
    ],
    [{ APP_DATABASE_URL: 'postgres://o@db/gateway' }, 'APP_DATABASE_URL needs a DATABASE_URL'],
    [
      { CALLBACK_URL: 'http://10.0.0.5/x' },
      'CALLBACK_URL must be an origin such as http://10.0.0.5:8080, without a path',
    ],
    [
      { PAYPAL_API: 'http://api.example.com' },
      'PAYPAL_API must be such as https://api.example.com, and https unless its host is this machine',
    ],
    [{ PAYPAL_ROOTS: 'a root' }, 'PAYPAL_ROOTS must be certificates in PEM'],
    [
      {
        PAYPAL_API: 'https://api.example.com',
        PAYPAL_ROOTS: '-----BEGIN CERTIFICATE-----MIIB-----END CERTIFICATE-----',
      },
      'PAYPAL_ROOTS needs a PAYPAL_API on this machine',
    ],
    [
      { STRIPE_API: 'http://api.example.com' },
      'STRIPE_API must be such as https://api.example.com, and https unless its host is this machine',
    ],
    [
      { XENDIT_API: 'http://api.example.com' },
      'XENDIT_API must be such as https://api.example.com, and https unless its host is this machine',
    ],
    [
      { XENDIT_API: 'https://key@api.example.com' },
      'XENDIT_API must be such as https://api.example.com, and https unless its host is this machine',
    ],
    [{ METRICS_PORT: '8080' }, 'METRICS_PORT and PORT are both 8080'],
    [{ BACKUP_PASSPHRASE: 'short' }, 'BACKUP_PASSPHRASE must have at least 16 characters'],
    [{ DEMO: 'yes' }, 'DEMO must be 0 or 1'],
    [{ DEMO_PASSWORD: 'short-1' }, 'DEMO_PASSWORD must have at least 12 characters, with a letter and a digit'],
    [
      { DEMO_PASSWORD: 'only-letters-here' },
      'DEMO_PASSWORD must have at least 12 characters, with a letter and a digit',
    ],
    [{ DEMO_PASSWORD: '123456789012' }, 'DEMO_PASSWORD must have at least 12 characters, with a letter and a digit'],
    [{ MASTER_KEY: 'c2VjcmV0' }, 'MASTER_KEY must be 32 bytes in base64, as `openssl rand -base64 32` prints them'],
    [
      { SIMULATOR_SECRET_KEY: 'sk_live_0123456789abcdef' },
      'SIMULATOR_SECRET_KEY must be sk_test_ and at least 16 letters or digits',
    ],
    [
      { DEMO: '0' },
      'SMTP_URL is needed without demo data: people confirm their address and reset their password by mail',
    ],
    [
      { SMTP_URL: 'mail.example.com' },
      'SMTP_URL must be such as smtp://user:password@mail.example.com:587 or smtps://…',
    ],
    [{ MAIL_FROM: 'a@b, c@d' }, 'MAIL_FROM must be such as Countinghouse <no-reply@pay.example.com>'],
    [{ SMS_URL: 'http://sms.example.com' }, 'SMS_URL must be https unless its host is this machine'],
    [{ SMS_TOKEN: 'x' }, 'SMS_TOKEN needs SMS_URL'],
    [{ SUPPORT_EMAIL: 'nobody' }, 'SUPPORT_EMAIL must be such as support@example.com'],
    [{ REGISTRATION: 'maybe' }, 'REGISTRATION must be one of open, closed'],
    [{ KYC_REVIEW: 'nobody' }, 'KYC_REVIEW must be one of operator, master'],
    [
      { OWNED_MERCHANT_COUNTRY: 'Vietnam' },
      'OWNED_MERCHANT_COUNTRY must be the two letters of a country, as ISO 3166 has them',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
    [{ WEBHOOK_ALLOW_LOOPBACK: 'true' }, 'WEBHOOK_ALLOW_LOOPBACK must be 0 or 1'],
  ])('%j', (env, line) => {
    expect(faultsOf(env)).toEqual([line])
  })

  test.each([
    [['--role'], '--role must be one of all, api, worker, simulator'],
    [['--role', 'king'], '--role must be one of all, api, worker, simulator'],
    [['--role='], '--role must be one of all, api, worker, simulator'],
    [['--role=simulator', '--role', 'all'], '--role is given twice'],
    [['--port', '80'], '--port is not known: the only option is --role all|api|worker|simulator'],
    [['--role', 'api'], 'DATABASE_URL is needed with --role api: the embedded PostgreSQL belongs to --role all'],
  ])('%j', (argv, line) => {
    expect(faultsOf({}, argv)[0]).toBe(line)
  })

  test('all faults are reported at once', () => {
    expect(faultsOf({ PORT: 'x', DEMO: 'x' }, ['--rôle'])).toHaveLength(3)
  })

  test('a line never holds the value of a secret, whatever it is', () => {
    const secret = fc.string({ minLength: 6, unit: 'grapheme-ascii' }).filter((text) => /[^ ]{6}/.test(text))
    fc.assert(
      fc.property(secret, (value) => {
        const env = {
          MASTER_KEY: value,
          SIMULATOR_SECRET_KEY: value,
          DEMO_PASSWORD: value.slice(0, 11),
          DATABASE_URL: value,
          APP_DATABASE_URL: value,
          SMTP_URL: value,
          SMS_URL: value,
        }
        for (const line of faultsOf(env)) expect(line).not.toContain(value)
      }),
    )
  })
})

function faultsOf(env: Record<string, string>, argv: string[] = []): string[] {
  try {
    readConfig(env, argv, root)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}
