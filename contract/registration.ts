import { z } from 'zod'
import { call, content, nothing } from './kit/call.ts'
import { country, email, newPassword, oneTimeToken, optionalText, signedToken, text } from './kit/wire.ts'

/** Whether anybody may register here, for the screen to say so before it asks for anything. */
export const readRegistration = call({
  at: 'GET /api/account/registration',
  answer: content(z.object({ is_open: z.boolean() })),
  access: 'public',
  onFailure: 'inline',
})

/**
 * Registers a merchant with its first user, an admin, who has to confirm the address. Whether the address is known
 * already shows in nothing but the mail that it gets. What only an invite or a master can grant is taken and ignored:
 * `is_master_merchant`, `master_merchant_key`, `use_master_merchant_creds`, `is_login_allowed`, `is_invite_merchant`,
 * `send_kyc_link_email` and `cross_border_…`.
 *
 * With the token of the set-up link, `is_master_merchant` holds and the address counts as confirmed. With the token of an
 * invite the merchant is what that says: managed by the master that has invited it, cross-border or not; another
 * address, master or kind than the invite's is refused. By a user of a master (with their token) it makes a merchant that
 * the master owns, as `add-merchant` does.
 */
export const register = call({
  at: 'POST /api/account/register',
  body: z.strictObject({
    merchant_name: text(120),
    merchant_loginid: email,
    /** Needed but by a master, whose owned merchant has no login. */
    merchant_password: newPassword.optional(),
    /** Needed but by a master: then it is the installation's country for owned merchants. */
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
 * Sends the link that confirms an address once more, at most once a minute; the answer tells nothing of the address.
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

/** Confirms an address by the token of the link that was sent to it, from whatever device. */
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
