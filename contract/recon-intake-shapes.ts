import { z } from 'zod'
import { lookRhythms } from './recon-times.ts'
import { timestamp } from './kit/wire.ts'

/**
 * How an SFTP server stands: `none` without details, `unpinned` until a person has pinned its host key, `new` before the first look,
 * `working`, `failing`, and `host_key_changed`, which stops all pulls until the new key is pinned.
 */
export const sftpStates = ['none', 'unpinned', 'new', 'working', 'failing', 'host_key_changed'] as const
export type SftpState = (typeof sftpStates)[number]

/** Why a server could not be read; its words for people are under `reconIntake.sftpFaults`. */
export const sftpFaults = [
  'address_refused', 'name_unknown', 'unreachable', 'timeout', 'host_key_unpinned', 'host_key_changed', 'login_refused',
  'no_folder', 'too_many_names', 'not_sftp', 'broken',
] as const // prettier-ignore
export type SftpFault = (typeof sftpFaults)[number]

export const sftpAuths = ['password', 'key'] as const
export const intakeWays = ['sftp', 'mail'] as const
export type IntakeWay = (typeof intakeWays)[number]

/**
 * What became of something that came in: `watched` until its size and time have stood still, `coming` while its bytes arrive, `taken`
 * into the files, `waiting` for a decision about its sender, `refused`, or `gone` before it was taken.
 */
export const arrivalStates = ['watched', 'coming', 'taken', 'waiting', 'refused', 'gone'] as const
export type ArrivalState = (typeof arrivalStates)[number]

/** Why it was refused; its words for people are under `reconArrivalReasons`. */
export const arrivalReasons = [
  '', 'too_large', 'empty', 'not_a_file', 'bad_name', 'no_attachment', 'unreadable', 'refused_by_person', 'lapsed',
  'confirmation', 'too_many_waiting', 'same_content',
] as const // prettier-ignore
export type ArrivalReason = (typeof arrivalReasons)[number]

/** The two changes of the specification's metadata call. */
export const updateActions = ['UPDATE_SFTP_DETAILS', 'UPDATE_MERCHANT_PSP_EMAIL'] as const

/** The metadata of a channel's fees and intake. */
export const FeeConfigMetadata = z.object({
  /** Major units of the channel's currency, 0 to 1. */
  tolerance_level: z.number(),
  /** The merchant's own address. */
  merchant_email: z.string(),
  /** Whose attachments are taken without a decision; empty for nobody's. */
  merchant_psp_email: z.string(),
  /** `sftp://host:port/folder`; empty without details. */
  sftp_link: z.string(),
  sftp_username: z.string(),
  /** Never the password: asterisks where one is kept, else empty. */
  sftp_password: z.string(),
  is_psp_email_configured: z.boolean(),
  is_sftp_configured: z.boolean(),
  /** The secret address that files are mailed to; empty where the installation takes no mail. */
  recon_email: z.string(),
  /** What a mailbox sent to confirm its forwarding, for seven days; empty without. */
  recon_confirmation_code: z.string(),
  recon_confirmation_link: z.string(),
})
export type FeeConfigMetadata = z.input<typeof FeeConfigMetadata>

const HostKey = z.object({
  /** `ssh-ed25519` and the like; empty for one that a person has typed. */
  type: z.string(),
  /** `SHA256:` and 43 characters, as OpenSSH prints it. */
  fingerprint: z.string(),
})

export const ReconSftp = z.object({
  state: z.enum(sftpStates),
  /** Why it is failing; empty otherwise. */
  fault: z.enum([...sftpFaults, '']),
  host: z.string(),
  port: z.int(),
  folder: z.string(),
  username: z.string(),
  auth: z.enum(sftpAuths),
  has_password: z.boolean(),
  /** The public half of our key pair, one line for `authorized_keys`; empty before one was made. */
  public_key: z.string(),
  file_prefix: z.string(),
  /** The ending of the empty file that a provider lays beside one that is complete; empty without. */
  marker_ending: z.string(),
  /** The folder beside the files to which taken ones are moved; empty to leave them. */
  move_to: z.string(),
  /** The key that was pinned, by whom and when; null before. */
  host_key: HostKey.extend({ pinned_by: z.string(), pinned_at: timestamp }).nullable(),
  /** The key that the server showed last, where it is not the pinned one. */
  other_host_key: HostKey.nullable(),
  failing_since: timestamp.nullable(),
})

/** When the folder is looked at for a source, and until when a file of it should have come. */
export const ReconSchedule = z.object({
  source: z.string(),
  rhythm: z.enum(lookRhythms),
  every_minutes: z.int(),
  weekdays: z.array(z.int()),
  times: z.array(z.string()),
  time_zone: z.string(),
  /** The names of the source's files; empty for those of the channel. */
  file_prefix: z.string(),
  expected_by: z.string(),
  /** The next five looks. */
  next_looks: z.array(timestamp),
  next_expected_at: timestamp.nullable(),
  last_look_at: timestamp.nullable(),
  /** Empty when the last look went well. */
  last_fault: z.enum([...sftpFaults, '']),
  last_file_at: timestamp.nullable(),
})
export type ReconSchedule = z.input<typeof ReconSchedule>

/** All ways in of a channel. */
export const ReconIntake = z.object({
  channel_key: z.string(),
  metadata: FeeConfigMetadata,
  sftp: ReconSftp,
  schedules: z.array(ReconSchedule),
  /** The sources to which files of the channel may belong, by name; at least that of its settlements. */
  sources: z.array(z.string()),
  /** Whether this installation takes mails at all. */
  takes_mail: z.boolean(),
  /** Mails of others that wait for a decision. */
  waiting_mails: z.int(),
})
export type ReconIntake = z.input<typeof ReconIntake>

/** What a look found, without taking anything. */
export const SftpTest = z.object({
  /** Empty when all went well. */
  fault: z.enum([...sftpFaults, '']),
  /** What the server showed; null where it was not reached. */
  host_key: HostKey.nullable(),
  is_pinned: z.boolean(),
  /** The files that would be taken, the newest first, at most fifty of them. */
  files: z.array(z.object({ name: z.string(), size_bytes: z.int(), modified_at: timestamp, is_new: z.boolean() })),
  /** All of them, and what else lies there. */
  matching: z.int(),
  others: z.int(),
})
export type SftpTest = z.input<typeof SftpTest>
