import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { makeCertificate } from './providers/simulator/paypal/x509.ts'

const root = '/srv/countinghouse'
const { certificate: authority } = makeCertificate({ name: 'An authority', now: new Date(), years: 1 })

const partner = { clientId: 'A-client_id_of_16', clientSecret: 'E-secret_of_sixteen', partnerId: 'PARTNER123456' }

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
    stripe: { url: 'http://localhost:8081/stripe', platform: { sandbox: null, live: null } },
    simulator: {
      port: 8081,
      sftpPort: 8082,
      url: 'http://localhost:8081',
      dir: '/srv/countinghouse/data/simulator',
      secretKey: null,
    },
    reconMail: null,
    paypal: { url: 'http://localhost:8081/paypal', roots: null, partner: { sandbox: null, live: null } },
    xendit: { url: 'http://localhost:8081/xendit' },
    credentialSource: { url: 'http://localhost:8081/import', token: null },
    masterKey: null,
    logLevel: 'warn',
    registration: 'open',
    legal: { terms: null, privacy: null },
    ownedCountry: 'VN',
    reconKeepYears: 7,
    kycReview: 'master',
    mail: null,
    sms: null,
    supportEmail: null,
    egressAddresses: [],
    countryOf: null,
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
    SIMULATOR_SFTP_PORT: '9122',
    STRIPE_API: 'http://127.0.0.1:9100/stripe/',
    SIMULATOR_URL: 'https://psp.example.com',
    SIMULATOR_DIR: 'psp',
    PAYPAL_API: 'http://127.0.0.1:9100/paypal/',
    PAYPAL_ROOTS: authority,
    PAYPAL_PARTNER_LIVE: 'A-client_id_of_16:E-secret_of_sixteen:PARTNER123456:WH1234567890',
    PAYPAL_PARTNER_SANDBOX: 'A-client_id_of_16:E-secret_of_sixteen:PARTNER123456',
    STRIPE_PLATFORM_LIVE: 'sk_live_0123456789:pk_live_0123456789:whsec_0123456789',
    STRIPE_PLATFORM_SANDBOX: 'rk_test_0123456789:pk_test_0123456789',
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
    RECON_KEEP_YEARS: '10',
    KYC_REVIEW: 'operator',
    SMTP_URL: 'smtps://mailer:pw@mail.example.com',
    MAIL_FROM: 'Acme Payments <pay@example.com>',
    SMS_URL: 'https://sms.example.com/send',
    SMS_TOKEN: 'sms-token',
    SUPPORT_EMAIL: 'help@example.com',
    EGRESS_ADDRESSES: '203.0.113.9, 2001:db8::/64',
    IMPORT_URL: 'https://old.example.com/credentials',
    IMPORT_TOKEN: 'import-token',
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
    stripe: {
      url: 'http://127.0.0.1:9100/stripe',
      platform: {
        sandbox: { secretKey: 'rk_test_0123456789', publishableKey: 'pk_test_0123456789', webhookSecret: '' },
        live: {
          secretKey: 'sk_live_0123456789',
          publishableKey: 'pk_live_0123456789',
          webhookSecret: 'whsec_0123456789',
        },
      },
    },
    simulator: {
      port: 9100,
      sftpPort: 9122,
      url: 'https://psp.example.com',
      dir: '/srv/countinghouse/psp',
      secretKey: 'sk_test_0123456789abcdef',
    },
    reconMail: null,
    paypal: {
      url: 'http://127.0.0.1:9100/paypal',
      roots: authority,
      partner: {
        sandbox: { ...partner, webhookId: '' },
        live: { ...partner, webhookId: 'WH1234567890' },
      },
    },
    xendit: { url: 'http://127.0.0.1:9100/xendit' },
    credentialSource: { url: 'https://old.example.com/credentials', token: 'import-token' },
    masterKey,
    logLevel: 'debug',
    registration: 'closed',
    legal: { terms: 'https://example.com/terms', privacy: 'https://example.com/privacy' },
    ownedCountry: 'TH',
    reconKeepYears: 10,
    kycReview: 'operator',
    mail: { url: 'smtps://mailer:pw@mail.example.com', from: 'Acme Payments <pay@example.com>' },
    sms: { url: 'https://sms.example.com/send', token: 'sms-token' },
    supportEmail: 'help@example.com',
    egressAddresses: ['203.0.113.9', '2001:db8::/64'],
    countryOf: null,
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
