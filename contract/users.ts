import { z } from 'zod'
import { languageTags } from '#i18n/languages.ts'
import { roles, rules, type RuleName } from './access.ts'
import { call, content, nothing } from './kit/call.ts'
import { choice, list } from './kit/list.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { email, environment, environments, newPassword, oneTimeToken, phone, text, timestamp } from './kit/wire.ts'
import { Session } from './session.ts'

/** `invited` until the user has set a password; an `inactive` user cannot sign in. */
export const userStatuses = ['active', 'invited', 'inactive'] as const
export type UserStatus = (typeof userStatuses)[number]

/** The events of a user's history. */
export const userEvents = [
  'invited',
  'invited_again',
  'accepted',
  'provisioned',
  'changed',
  'roles_changed',
  'address_changed',
  'deactivated',
  'reactivated',
  'two_step_reset',
] as const
export type UserEvent = (typeof userEvents)[number]

const userRoles = z.array(z.enum(roles))

/** A user, as they themselves and administrators see them. */
export const SubUser = z.object({
  subUserUuid: z.string(),
  name: z.string(),
  email_address: z.string(),
  phone_number: z.string(),
  roles: userRoles,
  status: z.enum(userStatuses),
  is_active: z.boolean(),
  is_2fa_enabled: z.boolean(),
  is_email_verified: z.boolean(),
  iamportKey: z.string(),
  environment: z.enum(environments),
  /** Base64 HMAC-SHA256 with the asking session's signing key over `key|environment|roles` of this sub-user. */
  secure_hash: z.string(),
  created_at: timestamp,
  /** Null before the first sign-in. */
  last_seen_at: timestamp.nullable(),
  /** The expiry of the open invitation; null without one. */
  invitation_expires_at: timestamp.nullable(),
  /** The number of changes of the record. */
  revision: z.int(),
})
export type SubUser = z.input<typeof SubUser>

export const userList = list({
  columns: {
    name: { kind: 'text', shown: true },
    email_address: { kind: 'text', shown: true },
    roles: { kind: 'text', shown: true },
    status: { kind: 'status', shown: true },
    last_seen_at: { kind: 'time', shown: true },
    phone_number: { kind: 'text' },
    is_2fa_enabled: { kind: 'text' },
    created_at: { kind: 'time' },
    subUserUuid: { kind: 'reference' },
  },
  filters: { status: choice(userStatuses), roles: choice(roles) },
  phone: { head: ['name', 'email_address'], value: 'status', line: ['email_address', 'roles'] },
  sorts: ['created_at', 'name', 'last_seen_at'],
})

/** All users of the merchant, newest first, without pages, since their number is limited. */
export const listUsers = call({
  at: 'GET /merchants/{key}/subUser',
  params: { key: merchantRef() },
  answer: content(z.array(SubUser)),
  access: 'administration',
  ownKey: true,
})

/** One user: the caller, or for an administrator any user of the merchant; otherwise `notFound`. */
export const readUser = call({
  at: 'GET /merchants/{key}/subUser/{id}',
  params: { key: merchantRef(), id: ref('user') },
  answer: content(SubUser),
  access: 'anyUser',
  faults: ['notFound'],
  ownKey: true,
})

/**
 * Creates a user and sends them a link to set a password, valid once and for seven days. The caller may grant only
 * roles within their own rights.
 */
export const createUser = call({
  at: 'POST /merchants/{key}/subUser',
  params: { key: merchantRef() },
  body: z.strictObject({
    name: text(120),
    email_address: email,
    phone_number: phone.optional(),
    roles: userRoles.min(1, { error: 'required' }),
    /** With false, no invitation is sent until the user is activated and invited again. */
    is_active: z.boolean().optional(),
    environment: environment.optional(),
  }),
  answer: content(SubUser),
  access: 'administration',
  faults: ['grantNotHeld', 'duplicateName', 'tooMany', 'wrongState', 'tooFast'],
  notice: 'The invitation is on its way.',
  audit: 'user.invite',
  stepUp: true,
  ownKey: true,
  rate: 'sign-in',
  onFailure: 'inline',
})

/**
 * Changes the fields that are sent, and no others. Other roles, another address and deactivation end the user's
 * sessions at once, on every node; another address has to be confirmed again. With the `revision` that the sender has
 * seen, another user's newer change is not overwritten.
 */
export const updateUser = call({
  at: 'PUT /merchants/{key}/subUser/{id}',
  params: { key: merchantRef(), id: ref('user') },
  body: z.strictObject({
    name: text(120).optional(),
    email_address: email.optional(),
    phone_number: phone.optional(),
    roles: userRoles.min(1, { error: 'required' }).optional(),
    is_active: z.boolean().optional(),
    environment: environment.optional(),
    revision: z.int().min(0).optional(),
  }),
  answer: content(SubUser),
  access: 'administration',
  faults: [
    'notFound',
    'grantNotHeld',
    'aboveYou',
    'ownAccess',
    'lastAdministrator',
    'duplicateName',
    'changedMeanwhile',
    'tooFast',
  ],
  notice: 'User saved',
  audit: 'user.update',
  stepUp: true,
  ownKey: true,
  rate: 'sign-in',
  onFailure: 'inline',
})

/** Changes the user's own name and telephone number; an empty number removes it. An administrator changes the address. */
export const updateProfile = call({
  at: 'PUT /api/account/profile',
  body: z.strictObject({ name: text(120).optional(), phone_number: z.union([phone, z.literal('')]).optional() }),
  answer: nothing,
  access: 'anyUser',
  notice: 'Profile saved',
  repeat: 'safe',
  audit: 'account.update-profile',
  onFailure: 'inline',
})

/** Sets the language of the user's own console, and of mails to them. Until then it is the merchant's, or the browser's. */
export const chooseLanguage = call({
  at: 'PUT /api/account/language',
  body: z.strictObject({ language: z.enum(languageTags) }),
  answer: nothing,
  access: 'anyUser',
  repeat: 'safe',
  audit: 'account.choose-language',
})

/** Sends the invitation again, at most once a minute; the old link becomes invalid. */
export const resendInvitation = call({
  at: 'POST /api/merchants/{key}/subUser/{id}/invitation',
  params: { key: merchantRef(), id: ref('user') },
  answer: nothing,
  access: 'administration',
  faults: ['notFound', 'wrongState', 'tooFast', 'aboveYou'],
  notice: 'The invitation is on its way once more.',
  repeat: 'safe',
  audit: 'user.invite-again',
})

/** The latest 100 changes of a user, newest first. */
export const listUserChanges = call({
  at: 'GET /api/merchants/{key}/subUser/{id}/changes',
  params: { key: merchantRef(), id: ref('user') },
  answer: content(
    z.array(
      z.object({
        at: timestamp,
        actor: z.string(),
        event: z.enum(userEvents),
        changes: z.record(
          z.string(),
          z.object({ before: z.union([z.string(), z.boolean()]), after: z.union([z.string(), z.boolean()]) }),
        ),
      }),
    ),
  ),
  access: 'administration',
  faults: ['notFound'],
})

const ruleName = z.enum(Object.keys(rules) as [RuleName, ...RuleName[]])

/**
 * Whether a user satisfies the named rules, by default all: for each the reason of a denial, the roles that would
 * satisfy it, and the administrators who can grant them. For the caller themselves, or for an administrator any user.
 */
export const verifyPermissions = call({
  at: 'POST /merchants/{key}/subUser/{id}/verifyPermissions',
  params: { key: merchantRef(), id: ref('user') },
  body: z.strictObject({
    permissions: z.union([ruleName, z.array(ruleName).max(100)]).optional(),
    environment: environment.optional(),
  }),
  answer: content(
    z.object({
      subUserUuid: z.string(),
      roles: userRoles,
      is_active: z.boolean(),
      all_allowed: z.boolean(),
      permissions: z.array(
        z.object({
          permission: ruleName,
          allowed: z.boolean(),
          /** A denial of `access.ts`, or `inactive`; null when it is allowed. */
          reason: z.string().nullable(),
          /** The roles of which each alone would satisfy the rule; empty when no role is missing. */
          missing_roles: userRoles,
        }),
      ),
      /** The users who can grant roles, by name. */
      administrators: z.array(z.string()),
    }),
  ),
  access: 'anyUser',
  faults: ['notFound'],
  repeat: 'safe',
  onFailure: 'log',
})

/** The invitation of a link's token. */
export const readInvitation = call({
  at: 'POST /api/users/invitation',
  body: z.strictObject({ inviteToken: oneTimeToken }),
  answer: content(z.object({ merchant_name: z.string(), name: z.string(), email_address: z.string() })),
  access: 'public',
  faults: ['linkInvalid'],
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/** Sets the first password by the token of an invitation, which also confirms the address. */
export const acceptInvitation = call({
  at: 'POST /api/users/accept-invitation',
  body: z.strictObject({ inviteToken: oneTimeToken, password: newPassword }),
  answer: nothing,
  access: 'public',
  faults: ['linkInvalid', 'signInBusy'],
  notice: 'Your password is set. Sign in with it.',
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/**
 * Gives a read-only token with the rights of these roles, within the user's own, to view the console as a user with
 * them. Resuming the session by its cookie ends the view.
 */
export const viewAs = call({
  at: 'POST /api/users/view-as',
  body: z.strictObject({ roles: userRoles.min(1, { error: 'required' }) }),
  answer: content(Session),
  access: 'administration',
  faults: ['grantNotHeld'],
  repeat: 'safe',
  audit: 'session.view-as',
})
