import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { makeCertificate } from './providers/simulator/paypal/x509.ts'

const root = '/srv/countinghouse'
const { certificate: authority } = makeCertificate({ name: 'An authority', now: new Date(), years: 1 })

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
    [
      { PAYPAL_ROOTS: '-----BEGIN CERTIFICATE-----MIIB-----END CERTIFICATE-----' },
      'PAYPAL_ROOTS must be certificates of authorities in PEM',
    ],
    [{ PAYPAL_ROOTS: 'a root' }, 'PAYPAL_ROOTS must be certificates of authorities in PEM'],
    [
      {
        PAYPAL_API: 'https://api.example.com',
        PAYPAL_ROOTS: authority,
      },
      'PAYPAL_ROOTS needs a PAYPAL_API on this machine',
    ],
    [
      { STRIPE_PLATFORM_LIVE: 'sk_test_0123456789:pk_test_0123456789' },
      'STRIPE_PLATFORM_LIVE must be sk_live_…:pk_live_…, and :whsec_… if there is an endpoint',
    ],
    [
      { PAYPAL_PARTNER_SANDBOX: 'A-client_id_of_16:E-secret_of_sixteen' },
      'PAYPAL_PARTNER_SANDBOX must be <client id>:<secret>:<merchant id of the partner>, and :<webhook id> if there is one',
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
    [{ IMPORT_URL: 'https://old.example.com' }, 'IMPORT_URL and IMPORT_TOKEN need each other'],
    [{ GEO_FILE: 'nowhere.csv' }, 'GEO_FILE names a file that cannot be read'],
    [
      { EGRESS_ADDRESSES: 'here' },
      'EGRESS_ADDRESSES must list addresses or networks such as 10.0.0.0/8, separated by commas',
    ],
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
