import type { Tables } from '../tables.ts'

/**
 * Where the rows of a table are kept when tables are divided over several machines
 * (docs/decisions/0135-where-tables-are-kept.md).
 *
 * `merchant`: all rows of a merchant on one worker. What grows with the business is kept so, as is every table that is
 * not named below.
 * `coordinator`: on the coordinator. People, their sessions, names and channels are read before a merchant is known, and
 * those of a master concern several merchants. They are small.
 * `reference`: on every machine, since each row of a merchant refers to it.
 */
export type Placement = 'merchant' | 'coordinator' | 'reference'

export const placementOf = (table: string): Placement =>
  reference.has(table)
    ? 'reference'
    : coordinator.has(table) || table === 'schema_migrations'
      ? 'coordinator'
      : 'merchant'

const tables = (...names: (keyof Tables)[]): ReadonlySet<string> => new Set(names)

const reference = tables('merchants')

const coordinator = tables(
  // People and how they sign in.
  'sub_users', 'sub_user_changes', 'logins', 'registrations', 'set_up_tokens', 'sign_in_addresses', 'sign_in_failures',
  'sessions', 'session_tokens', 'sign_in_challenges', 'remembered_logins', 'known_devices',
  'one_time_tokens', 'totp_factors', 'recovery_codes', 'passkeys', 'passkey_challenges', 'passkey_sign_ins',
  'sso_attempts', 'sso_connections', 'sso_identities', 'sso_proofs', 'sso_tenants',
  // What belongs to a person.
  'column_choices', 'saved_views', 'notices', 'notifications', 'notification_languages', 'notification_mails', 'notification_preferences',
  'support_tickets', 'support_messages', 'support_files',
  // A merchant's record, its names and its keys.
  'merchant_changes', 'merchant_invites', 'merchant_logos', 'kyc_cases', 'kyc_documents', 'onboarding_cases',
  'auth_tokens', 'server_keys', 'page_names',
  // Channels, which a master lends to its merchants, and what is decided by them.
  'payment_channels', 'payment_methods', 'country_methods', 'lent_channels', 'fee_plans', 'channel_rests', 'channel_rest_events',
  'left_callbacks', 'routing_sets', 'routing_rules', 'routing_versions', 'routing_rollouts',
  // Of no merchant.
  'bank_lists', 'holiday_calendars', 'reference_rates', 'screening_entries', 'screening_lists', 'screening_state',
) // prettier-ignore
