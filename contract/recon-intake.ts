import { z } from 'zod'
import { call, data, page } from './kit/call.ts'
import { choice, exactly, list, timeRange } from './kit/list.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { email, environment, secret, text, timeZone, timestamp } from './kit/wire.ts'
import {
  arrivalReasons,
  arrivalStates,
  FeeConfigMetadata,
  intakeWays,
  ReconIntake,
  ReconSchedule,
  sftpAuths,
  SftpTest,
  updateActions,
} from './recon-intake-shapes.ts'
import { intakeLimits } from './recon-intake-limits.ts'
import { lookRhythms } from './recon-times.ts'

const params = { id: merchantRef(), channelKey: ref('channel') }
const query = z.strictObject({ environment: environment.optional() })
const ofChannel = { params, access: 'reconConfiguration', errorKeys: ['Message'] } as const
const audited = { ...ofChannel, stepUp: true, onFailure: 'inline' } as const
/** A pattern of names: `*`, `{yyyy}`, `{MM}`, `{dd}`, and no slash. */
const namePattern = text(200, 0).regex(/^[^/\\\p{Cc}]*$/u, { error: 'not_a_choice' })
const folder = text(400, 0).regex(/^[^\\\p{Cc}]*$/u, { error: 'not_a_choice' })
const sourceName = text(40).regex(/^[A-Z0-9_]{3,40}$/, { error: 'not_a_choice' })
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'not_a_time' })
  .meta({ examples: ['06:30'] })

/** The metadata of a channel's fees and intake; of the password only whether there is one. */
export const readFeeConfigMetadata = call({
  at: 'GET /merchants/{id}/paychannel/{channelKey}/fee-config-metadata',
  ...ofChannel,
  query,
  follows: ['recon_intake'],
  answer: data(FeeConfigMetadata),
  faults: ['channelUnknown'],
})

/**
 * Changes the SFTP server (`sftp_link` as `sftp://host:port/folder`; empty removes it) or whose mails are taken. Fields that are not sent
 * stay, the password too. Another host, port or user needs the password again, and another host or port that its key is pinned anew.
 */
export const updateFeeConfigMetadata = call({
  at: 'POST /merchants/{id}/paychannel/{channelKey}/fee-config-metadata',
  ...audited,
  body: z.strictObject({
    environment: environment.optional(),
    update_action: z.enum(updateActions),
    config_data: z.strictObject({
      merchant_psp_email: z.union([email, z.literal('')]).optional(),
      sftp_link: text(700, 0).optional(),
      sftp_username: text(128, 0).optional(),
      sftp_password: secret(text(256, 0)).optional(),
      sftp_auth: z.enum(sftpAuths).optional(),
      file_prefix: namePattern.optional(),
      marker_ending: text(20, 0)
        .regex(/^(\.[\w.-]+)?$/, { error: 'not_a_choice' })
        .optional(),
      move_to: folder.optional(),
    }),
  }),
  answer: data(FeeConfigMetadata),
  faults: ['channelUnknown'],
  notice: 'Updated successfully',
  audit: 'recon-intake.update',
})

/** All ways in of a channel, with the schedules of its sources. */
export const readReconIntake = call({
  at: 'GET /api/recon/intake/{id}/{channelKey}',
  ...ofChannel,
  query,
  follows: ['recon_intake'],
  answer: data(ReconIntake),
  faults: ['channelUnknown'],
})

/**
 * Reaches the SFTP server and says what would be taken. As long as its host key is not pinned it ends with that key, before anything
 * secret is sent.
 */
export const testReconSftp = call({
  at: 'POST /api/recon/intake/{id}/{channelKey}/test',
  ...ofChannel,
  body: query,
  answer: data(SftpTest),
  faults: ['channelUnknown', 'wrongState'],
  repeat: 'safe',
  waitMs: intakeLimits.testMs,
  audit: 'recon-intake.test',
  onFailure: 'inline',
})

/** Pins the key by which the server is known from now on. Pulls that a changed key has stopped go on. */
export const pinReconHostKey = call({
  at: 'POST /api/recon/intake/{id}/{channelKey}/host-key',
  ...audited,
  body: query.extend({
    fingerprint: text(60)
      .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, { error: 'not_a_choice' })
      .meta({ examples: ['SHA256:uNiVztksCsDhcc0u9e8BrSNRqN4sRGn2mGwyfZGsoLw'] }),
  }),
  answer: data(ReconIntake),
  faults: ['channelUnknown', 'wrongState'],
  notice: 'Host key pinned',
  audit: 'recon-intake.pin-host-key',
})

/** Makes a new ed25519 pair in place of the former one, whose private half never leaves. */
export const makeReconKeyPair = call({
  at: 'POST /api/recon/intake/{id}/{channelKey}/key-pair',
  ...audited,
  body: query,
  answer: data(ReconIntake),
  faults: ['channelUnknown'],
  notice: 'Key pair made',
  audit: 'recon-intake.new-key-pair',
})

/** Looks at the folder now, for every source of the channel. */
export const pullReconFiles = call({
  at: 'POST /api/recon/intake/{id}/{channelKey}/pull',
  ...ofChannel,
  body: query,
  answer: data(ReconIntake),
  faults: ['channelUnknown', 'wrongState'],
  notice: 'Looking for files',
  audit: 'recon-intake.pull',
})

/** When a source's files are fetched, and until when one should have come. */
export const saveReconSchedule = call({
  at: 'POST /api/recon/intake/{id}/{channelKey}/schedule',
  ...ofChannel,
  body: query.extend({
    source: sourceName.meta({ examples: ['SIMULATOR_SETTLEMENT'] }),
    rhythm: z.enum(lookRhythms),
    every_minutes: z
      .int()
      .min(intakeLimits.leastMinutes)
      .max(intakeLimits.mostMinutes)
      .meta({ examples: [60] })
      .optional(),
    weekdays: z.array(z.int().min(1).max(7)).max(7).optional(),
    times: z.array(timeOfDay).max(intakeLimits.timesOfDay).optional(),
    time_zone: timeZone,
    file_prefix: namePattern.optional(),
    /** Of each working day, in the zone; empty to expect none. */
    expected_by: z.union([timeOfDay, z.literal('')]).optional(),
  }),
  answer: data(ReconSchedule),
  faults: ['channelUnknown', 'notFound'],
  notice: 'Schedule saved',
  audit: 'recon-intake.schedule',
  onFailure: 'inline',
})

const Arrival = z.object({
  arrival_id: z.string(),
  way: z.enum(intakeWays),
  channel_key: z.string(),
  source: z.string(),
  /** Of a mail without attachments its subject. */
  name: z.string(),
  size_bytes: z.int(),
  state: z.enum(arrivalStates),
  reason: z.enum(arrivalReasons),
  /** The path at the server, or the address of the sender. */
  origin: z.string(),
  /** The mail, by which its sender is decided on; empty of another way. */
  mail_id: z.string(),
  at: timestamp,
  decided_by: z.string(),
  /** The file that it became; empty before. */
  recon_id: z.string(),
})
export type ReconArrival = z.input<typeof Arrival>

export const reconArrivalList = list({
  columns: {
    at: { kind: 'time', shown: true },
    name: { kind: 'text', shown: true },
    state: { kind: 'status', shown: true, words: 'states.reconArrival' },
    way: { kind: 'text', shown: true, words: 'reconWays' },
    origin: { kind: 'text', shown: true },
    source: { kind: 'text', shown: true },
    channel_key: { kind: 'text' },
    size_bytes: { kind: 'number' },
    reason: { kind: 'text', shown: true, words: 'reconArrivalReasons' },
    decided_by: { kind: 'text' },
  },
  filters: {
    state: choice(arrivalStates),
    way: choice(intakeWays),
    channel_key: exactly(64),
    at: timeRange(),
  },
  phone: { head: ['name'], value: 'state', line: ['at', 'origin'] },
  sorts: ['at'],
})

/** What came in by SFTP and mail, newest first: taken, waiting, refused and why. The search matches a name or an origin. */
export const listReconArrivals = call({
  at: 'POST /api/recon/intake/arrivals',
  follows: ['recon_intake'],
  errorKeys: ['Message'],
  body: reconArrivalList.body,
  answer: page(Arrival),
  access: 'reconAny',
})

/** Takes the attachments of a mail of somebody else, or refuses them for good. */
export const decideReconMail = call({
  at: 'POST /api/recon/intake/mails/{mail_id}/decide',
  params: { mail_id: ref('reconMail') },
  errorKeys: ['Message'],
  body: query.extend({ decision: z.enum(['accept', 'refuse']) }),
  answer: data(z.object({ mail_id: z.string(), state: z.enum(arrivalStates) })),
  access: 'reconConfiguration',
  faults: ['notFound', 'wrongState'],
  audit: 'recon-intake.decide-mail',
})
