/** The limits of files that come in by SFTP and mail. */
export const intakeLimits = {
  /** The rhythm of looks, in minutes: a quarter of an hour to a week. */
  leastMinutes: 15,
  mostMinutes: 10_080,
  timesOfDay: 24,
  /** How long a file's size and time have to stand still before it is taken. */
  stillSeconds: 60,
  fileBytes: 512 * 1024 * 1024,
  /** The piece in which a file is fetched, sealed and kept. */
  partBytes: 1024 * 1024,
  /** Names of a folder that one look reads, and files of a channel that are watched or coming at once. */
  namesOfFolder: 50_000,
  filesWaiting: 2_000,
  /** For so long nobody else pulls from a host after the last sign of life of a pull. */
  leaseSeconds: 60,
  /** How long one run of a pull lasts before it hands on to the next. */
  runMs: 80_000,
  /** The time to reach a server, for one answer of it, and for one part, however slowly it drips. */
  connectMs: 10_000,
  answerMs: 15_000,
  partMs: 45_000,
  /** The time of a test in the console. */
  testMs: 20_000,
  /** Tries of one pull without a new part before it waits for the next look, and the wait between two. */
  triesWithoutPart: 3,
  againSeconds: 20,
  /** Failing looks one after the other after which people are told. */
  failingLooks: 2,
  mailBytes: 25 * 1024 * 1024,
  mailsPerMinute: 10,
  mailAttachments: 50,
  mailConnections: 20,
  /** The time in which a mail is read, and the memory of what reads it, in MB. */
  mailReadMs: 30_000,
  mailReadMegabytes: 256,
  /** Days that a mail of somebody else waits for a decision, and that a confirmation of a mailbox is shown. */
  waitingDays: 30,
  confirmationDays: 7,
  /** Days that what came in is listed. */
  arrivalDays: 400,
  /** Files that a test names. */
  testFiles: 50,
} as const
