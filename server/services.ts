import { limits } from '#contract/limits.ts'
import type { Services } from './kit/ctx.ts'
import { openCredentialSource } from './kit/outbound/credential-source.ts'
import { createRateLimit } from './kit/http/rate-limit.ts'
import { openMail } from './kit/outbound/mail.ts'
import { createPasswordHasher } from './kit/auth/password.ts'
import { createChangedObjects } from './kit/process/changed-objects.ts'
import { createLru } from './kit/process/lru.ts'
import { masterKey } from './kit/secrets/seal.ts'
import { openSms } from './kit/outbound/sms.ts'
import { timeouts } from './kit/timeouts.ts'
import type { Parts } from './parts.ts'
import { exportSources } from './export-sources.ts'
import { fileSources } from './file-sources.ts'
import { callbackReceivers } from './callback-receivers.ts'
import { payables } from './payables.ts'
import { localProviders, openProviders, providerNames } from './providers.ts'

/** The services that every request and job of this process shares. */
export function servicesOf(parts: Parts, { rateFactor = 1 } = {}): Services {
  const { config, log, masterKey: key } = parts
  return {
    publicUrl: config.publicUrl,
    callbackUrl: config.callbackUrl,
    allowLoopbackWebhooks: config.webhookAllowLoopback,
    egressAddresses: config.egressAddresses,
    countryOf: config.countryOf,
    serverCalls: createRateLimit({ most: limits.serverCalls * rateFactor, windowMs: 10_000 }),
    supportEmail: config.supportEmail,
    registrationOpen: config.registration === 'open',
    simulatedLive: config.demo,
    outbox: config.outbox,
    demoPassword: config.outbox ? config.demoPassword : null,
    legal: config.legal,
    ownedCountry: config.ownedCountry,
    reconKeepYears: config.reconKeepYears,
    mastersReviewKyc: config.kycReview === 'master',
    master: masterKey(key.toString('base64')),
    passwords: createPasswordHasher({
      concurrent: timeouts.passwordsAtOnce,
      queue: timeouts.passwordsWaiting,
      ...(parts.passwordCost && { cost: parts.passwordCost }),
    }),
    payables,
    callbackReceivers,
    files: fileSources,
    exports: exportSources,
    payableOwners: createLru(),
    changes: createChangedObjects(),
    firstWordMs: limits.firstWordMs,
    mail: config.mail && openMail(config.mail),
    sms: config.sms && openSms(config.sms),
    credentialSource: config.credentialSource && openSource(config.credentialSource, parts),
    provider: openProviders(parts),
    providers: providerNames,
    localProviders: localProviders(config),
    log,
  }
}

/** The simulator, where it is the source, is asked with the installation's own key. */
const openSource = ({ url, token }: NonNullable<Parts['config']['credentialSource']>, { simulatorKeys }: Parts) =>
  openCredentialSource({ url, token: token ?? simulatorKeys.secretKey })
