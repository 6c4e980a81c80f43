import { z } from 'zod'
import { timestamp } from './kit/wire.ts'
import { fileFormats } from './recon-records.ts'
import {
  proofKinds,
  proofStates,
  reconFileStages,
  reconFileStates,
  reconFileTypes,
  reconFileWays,
} from './recon-file-states.ts'

const reasonParams = z.record(z.string(), z.union([z.string(), z.number()]))
const count = z.int()

const fileRow = {
  recon_id: z.string(),
  file_name: z.string(),
  /** The name from the sender. */
  original_file_name: z.string(),
  payment_channel_key: z.string(),
  file_type: z.enum([...reconFileTypes, '']),
  /** The source whose records the file brings; empty until that is said. */
  data_source: z.string(),
  way: z.enum(reconFileWays),
  status: z.enum(reconFileStates.states),
  stage: z.enum(reconFileStages),
  /** Rows and bytes that are read so far, while the file is `Initiated`. */
  rows_read: count,
  bytes_read: count,
  size_bytes: count,
  /** The rows of the file: the sum of the five buckets, and of `held`. */
  rows: count,
  loaded: count,
  repeated: count,
  restated: count,
  ignored: count,
  rejected: count,
  /** Good rows of a file that is not loaded since others were rejected. */
  held: count,
  /** Why the file was refused or failed, a key of the console's reasons; empty otherwise. */
  reason: z.string(),
  reason_params: reasonParams,
  /** What the file proves about itself, per currency; the worst of its proofs. */
  proof: z.array(z.object({ currency: z.string(), state: z.enum(proofStates), difference: z.string() })),
  /** The first and last day of its records, YYYY-MM-DD; empty without any. */
  period_from: z.string(),
  period_to: z.string(),
  created_at: timestamp,
  created_by: z.string(),
  finished_at: timestamp.nullable(),
  withdrawn_at: timestamp.nullable(),
  /** The file with the same bytes that came first; this one changed nothing. Empty otherwise. */
  same_as: z.string(),
}
/** A row of the list of files. */
export const ReconFileRow = z.object(fileRow)

/** What a file proves of one payout, balance or stated figure. */
export const ReconProof = z.object({
  kind: z.enum(proofKinds),
  batch: z.string(),
  account: z.string(),
  currency: z.string(),
  /** Which balance or stated figure, such as `count` or `credits`; empty of a payout. */
  name: z.string(),
  state: z.enum(proofStates),
  /** Amounts are exact decimal texts of major units. */
  computed: z.string(),
  stated: z.string().nullable(),
  difference: z.string().nullable(),
  /** What the one rounding of the batch left. */
  remainder: z.string(),
  lines: count,
  /** The row where a running balance first breaks. */
  broken_at: count.nullable(),
  /** The terms of the sum, in the order in which it is read. */
  parts: z.array(z.object({ what: z.string(), count, amount: z.string() })),
})

/** A file with all that is told of it. */
export const ReconFile = z.object({
  ...fileRow,
  file_key: z.string(),
  /** SHA-256 of the file in hexadecimal digits. */
  digest: z.string(),
  /** What it was recognised as; empty until it is read. */
  format: z.enum([...fileFormats, '']),
  /** The layout, and the version of the mapping that read it; empty until then. */
  engine_source: z.string(),
  mapping_id: z.string(),
  titles: z.array(z.string()),
  /** Titles that the mapping does not know. */
  new_titles: z.array(z.string()),
  /** Columns of numbers in which a spreadsheet has lost digits. */
  digits_lost: z.array(z.string()),
  /** Rows that each rule has left out. */
  ignored_by: z.record(z.string(), count),
  proofs: z.array(ReconProof),
  /** Only its good rows were loaded, by an act of this user. */
  good_rows_by: z.string(),
  begun_at: timestamp.nullable(),
  withdrawn_by: z.string(),
  /** The file that this one replaces, and the one that replaces it. */
  replaces: z.string(),
  replaced_by: z.string(),
  /** How often it was read. */
  reading: count,
  /** Whether the original is still kept. */
  has_original: z.boolean(),
})
