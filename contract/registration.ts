import { z } from 'zod'
import { call, content, nothing } from './kit/call.ts'
import { country, email, newPassword, oneTimeToken, optionalText, secret, signedToken, text } from './kit/wire.ts'

/** What each of the demo's logins shows. */
export const demoLoginKinds = ['business', 'staff', 'master', 'new'] as const

/** Whether registration is open, so that the screen can say so first. */
export const readRegistration = call({
  at: 'GET /api/account/registration',
  answer: content(z.object({ is_open: z.boolean() })),
  access: 'public',
  onFailure: 'inline',
})

/**
 * What the screens before the sign-in say about the installation. Only a demo that other machines cannot reach names the
 * logins of its demo data.
 */
export const readInstallation = call({
  at: 'GET /api/account/installation',
  answer: content(
    z.object({
      /** Whether `/sandbox/outbox` shows the messages. */
      has_outbox: z.boolean(),
      /** Whether the channels for live mode that merchants begin with are simulated. */
      is_live_simulated: z.boolean(),
      /** Null without demo data. */
      demo: z
        .object({
          password: secret(z.string()),
          logins: z.array(z.object({ email: z.string(), merchant_name: z.string(), as: z.enum(demoLoginKinds) })),
        })
        .nullable(),
      /** The operator's pages; empty where it has none. */
      terms_url: z.string(),
      privacy_url: z.string(),
    }),
  ),
  access: 'public',
  onFailure: 'log',
})

/**
 * Registers a merchant with its first user, an admin, who has to confirm the address. Only the mail to the address
 * shows whether it is known already. Fields that only an invite or a master can grant are accepted and ignored:
 * `is_master_merchant`, `master_merchant_key`, `use_master_merchant_creds`, `is_login_allowed`, `is_invite_merchant`,
 * `send_kyc_link_email` and `cross_border_…`.
 *
 * With the token of the set-up link, `is_master_merchant` applies and the address counts as confirmed. With the
 * token of an invite, the merchant is managed by the inviting master and cross-border or not as invited; another
 * address, master or kind is refused. With the token of a master's user, it adds a merchant that the master owns,
 * like `add-merchant`.
 */
export const register = call({
  at: 'POST /api/account/register',
  body: z.strictObject({
    merchant_name: text(120),
    merchant_loginid: email,
    /** Required, except from a master, whose owned merchant has no login. */
    merchant_password: newPassword.optional(),
    /** Required, except from a master; the default is then the installation's country for owned merchants. */
    country: country.optional(),
    is_master_merchant: z.boolean().optional(),
    is_login_allowed: z.boolean().optional(),
    is_invite_merchant: z.boolean().optional(),
    use_master_merchant_creds: z.boolean().optional(),
    send_kyc_link_email: z.boolean().optional(),
    cross_border_enabled: z.boolean().optional(),
    cross_border_model: z.enum(['PARTNERSHIP']).optional(),
    master_merchant_key: optionalText(64),
    setup_token: oneTimeToken.optional(),
    invite_token: signedToken.optional(),
  }),
  answer: nothing,
  access: 'public',
  orUser: true,
  faults: ['registrationClosed', 'linkInvalid', 'signInBusy', 'duplicateName', 'denied', 'tooMany'],
  notice: 'A mail with the next step is on its way to you.',
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/**
 * Sends another verification link, at most once a minute. The answer does not reveal whether the address is known.
 */
export const sendVerifyEmailLink = call({
  at: 'POST /api/account/send-verify-email-link',
  body: z.strictObject({ emailId: email }),
  answer: nothing,
  access: 'public',
  notice: 'If this address is waiting to be confirmed, a link is on its way to it.',
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/** Confirms an address by the token of its verification link, on any device. */
export const verifyEmail = call({
  at: 'POST /api/account/verify-email',
  body: z.strictObject({ verifyToken: oneTimeToken }),
  answer: nothing,
  access: 'public',
  faults: ['linkInvalid'],
  notice: 'Your e-mail address is confirmed.',
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})
