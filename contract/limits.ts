import { accessLimits } from './limits-of-access.ts'
import { billingLimits } from './limits-of-billing.ts'
import { channelLimits } from './limits-of-channels.ts'
import { payoutLimits } from './limits-of-payouts.ts'
import { reconLimits } from './limits-of-recon.ts'
import { remittanceLimits } from './limits-of-remittances.ts'
import { webhookLimits } from './limits-of-webhooks.ts'

/** Limits and times, each stated once; the unit is in the name. */
export const limits = {
  pageSize: 10,
  pageSizeMost: 100,
  /** A page number beyond this many rows is refused; further pages need a cursor. */
  pageRowsMost: 10_000,
  /** Totals are counted up to this number, with `total_capped` beyond. */
  countMost: 10_000,
  searchLength: 200,
  /** Merchants that a master may ask about at once. */
  merchantsAtOnce: 500,
  /** Concurrent exports of one merchant, on all machines together. */
  exportsAtOnce: 2,
  exportColumns: 60,
  /** The rows above which the console has an export prepared in the background. */
  exportDirectRows: 50_000,
  /** Exports of one user that wait or are being prepared. */
  exportsWaiting: 5,
  /** The bytes of one part of a prepared file, of the whole file and of all files of a merchant. */
  exportPartBytes: 1024 * 1024,
  exportFileBytes: 512 * 1024 * 1024,
  exportBytes: 2 * 1024 * 1024 * 1024,
  /** How long a prepared file can be downloaded, and its row is listed. */
  exportDays: 7,
  exportListedDays: 90,
  /** Schedules of one merchant, and the users that one is for beside its author. */
  exportSchedules: 50,
  exportRecipients: 20,
  /** The beginnings of an export after which it has failed. */
  exportRuns: 5,
  /** Saved views of one sub-user, over all lists. */
  views: 50,

  bodyBytes: 256 * 1024,
  /** The size of one uploaded file; `uploadFormBytes` is the rest of its form. */
  uploadBytes: 20 * 1024 * 1024,
  uploadFormBytes: 64 * 1024,
  uploadTimeoutMs: 120_000,
  /** Pictures of pages of one merchant in one environment, and the longest edge of one, in pixels. */
  pagePictures: 2_000,
  pagePicturePixels: 1_600,
  /** The time for an order of a page until its first attempt, after one that failed, and in all. */
  orderMinutes: 5,
  orderRetryMinutes: 15,
  orderMinutesMost: 120,
  /** Units that orders without an attempt may hold from one address: so many, or the part of the free units. */
  unitsHeld: 10,
  unitsHeldPart: 10,
  /** The time between two messages with the same page's address to the same person. */
  pageSharedSeconds: 60,
  /** The time before a page expires at which people are told. */
  pageExpiryToldDays: 3,
  /** Concurrent uploads of one process. */
  uploads: 4,
  logoBytes: 1024 * 1024,
  logoPixels: 256,
  /** Logos of one merchant; old ones are kept, since links show the logo that they were created with. */
  logosPerMerchant: 100,
  idempotencyKeyLength: 255,
  requestTimeoutMs: 10_000,

  toastMs: 5_000,
  chunkTimeoutMs: 120_000,

  /** Calls of one merchant's servers in ten seconds, for each API process. */
  serverCalls: 400,
  /** The days that calls of merchants' servers are kept. */
  apiLogDays: 7,
  /** Server keys of one merchant in one environment, and the networks of one key. */
  serverKeys: 50,
  serverKeyNetworks: 20,
  /** The lifetime of a token that a merchant's server signs, and the tolerance for its clock. */
  serverTokenSeconds: 3_600,
  serverClockSeconds: 60,
  /** The lifetime of a token that a merchant's server gets for its secret, how many of them are good at once, and wrong tries of an address. */
  authTokenSeconds: 21_600,
  authTokens: 100,
  authTokenFailuresPerMinute: 5,
  /** How long an initiated payment waits for its provider's first word. */
  firstWordMs: 8_000,
  /** For so long a refund that is asked for again in the same words, without an Idempotency-Key, is the first one. */
  sameRefundSeconds: 60,

  refundReasonLength: 200,
  refundNoteLength: 500,
  refundBatchRows: 5_000,
  /** The time in which a confirmed refund batch can be cancelled. */
  refundBatchWindowMinutes: 60,
  /** The evidence of a manual outcome. */
  evidenceLength: 500,

  /** The least time between two messages of a link by one way. */
  linkSentSeconds: 60,
  linkExpiryHoursMost: 8_760,
  /** Attempts to pay one payable; a card tester gets no further. */
  attempts: 20,
  /** Slips of one payment. */
  slipsPerPayment: 5,

  /** The bytes of a mail's attachments together; what goes beyond is left out. */
  attachmentBytes: 5 * 1024 * 1024,
  /** The time that notifications are kept, and the least time between mails of one kind to a person. */
  notificationDays: 180,
  notificationMailMinutes: 10,
  /** Concurrent event streams of one user and of one process. */
  streamsPerUser: 10,
  streams: 2_000,

  ticketSubjectLength: 120,
  ticketTextLength: 5_000,
  ticketMessages: 200,
  /** Tickets of one user in 24 hours. */
  ticketsPerDay: 20,
  ticketFilesAtOnce: 5,
  ticketFiles: 40,
  /** Uploaded files of one user that belong to no message yet. */
  ticketFilesWaiting: 10,

  /** Rows of one sheet of others' transactions, and the size above which a job loads it. */
  thirdPartyRows: 100_000,
  thirdPartyAtOnceBytes: 256 * 1024,
  /** The errors of one sheet that are kept; the number of its rows with errors is exact. */
  thirdPartyErrors: 20_000,
  /** Rows of a sheet that are shown before it is loaded. */
  thirdPartyPreview: 10,
  thirdPartyUploadsShown: 50,
  thirdPartySourcesShown: 200,
  /** How long a sheet that was only checked, or refused, can be looked at. */
  thirdPartyCheckDays: 7,

  /** Alerts of one merchant in an environment, the users that one tells, the least and most minutes that one waits, and its least number of cases by default. */
  alerts: 20,
  alertRecipients: 20,
  alertMinutes: 5,
  alertMinutesMost: 1_440,
  alertCases: 20,

  dashboardMerchantsMost: 100,
  /** Bars of one chart. */
  dashboardBarsMost: 1_200,
  /** The longest stretch for a time zone without roll-ups, which is counted from the payments. */
  dashboardUnkeptDaysMost: 31,
  /** The polling interval of the visible dashboard. */
  dashboardPollMs: 1_500,

  ...accessLimits,
  ...billingLimits,
  ...channelLimits,
  ...payoutLimits,
  ...reconLimits,
  ...remittanceLimits,
  ...webhookLimits,
} as const
