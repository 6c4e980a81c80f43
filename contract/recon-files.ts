import { z } from 'zod'
import { call, data, page, stored } from './kit/call.ts'
import { choice, exactly, exporting, list, timeRange } from './kit/list.ts'
import { ref } from './kit/refs.ts'
import { environment, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { ReconFile as File, ReconFileRow as FileRow, type ReconProof as Proof } from './recon-file-shapes.ts'
import { reconFileEndings, reconFileStates, reconFileTypes, reconFileWays } from './recon-file-states.ts'

export type ReconFileRow = z.input<typeof FileRow>
export type ReconFile = z.input<typeof File>
export type ReconProof = z.input<typeof Proof>
const count = z.int()

const Begun = z.object({
  recon_id: z.string(),
  file_key: z.string(),
  data_source: z.string(),
  status: z.enum(reconFileStates.states),
  same_as: z.string(),
})

/**
 * Takes a file of a channel and has it read by the newest mapping of the channel for this type. The same bytes a second time
 * change nothing: `same_as` names the first file. A file whose titles are not as required is refused at once.
 */
export const uploadReconFile = call({
  at: 'POST /merchants/recon/upload-file',
  file: { field: 'file', endings: ['xlsx', 'xls', 'csv'], mostBytes: limits.uploadBytes },
  body: z.strictObject({
    environment: environment.optional(),
    payment_channel_key: ref('channel'),
    file_type: z.enum(reconFileTypes).meta({ examples: ['recon'] }),
  }),
  answer: data(Begun),
  access: 'reconData',
  faults: ['notFound', 'noMapping', 'wrongHeaders', 'tooMany'],
  audit: 'recon-file.upload',
  onFailure: 'inline',
})

const Uploaded = z.object({
  file_key: z.string(),
  /** An address of ours, which wants the same token. */
  file_link: z.string(),
  file_name: z.string(),
  original_file_name: z.string(),
  recon_id: z.string(),
})

/** Takes a file of any kind that reconciliation reads. It is read by `create-recon`. */
export const uploadReconFileV3 = call({
  at: 'POST /merchants/recon/v3/upload-file',
  file: { field: 'file', endings: reconFileEndings, mostBytes: limits.uploadBytes },
  body: z.strictObject({ environment: environment.optional() }),
  answer: data(Uploaded),
  access: 'reconData',
  audit: 'recon-file.upload',
  onFailure: 'inline',
})
/** The same for the merchant's own server. */
export const uploadReconFileByServer = call({
  at: 'POST /api/recon/v3/upload-file',
  file: { field: 'file', endings: reconFileEndings, mostBytes: limits.uploadBytes },
  body: z.strictObject({ environment: environment.optional() }),
  answer: data(Uploaded),
  access: 'reconData',
  server: true,
  keyScope: 'recon',
  audit: 'recon-file.upload',
})

const one = {
  recon_id: ref('reconFile'),
  file_key: text(400),
  file_link: text(600),
  file_name: text(260),
  /** The name of a source, such as STRIPE_SETTLEMENT. */
  data_source: text(40),
}
const toBegin = z.strictObject({
  environment: environment.optional(),
  data: z.array(z.strictObject(one)).min(1).max(limits.reconFilesAtOnce).optional(),
  ...z.object(one).partial().shape,
})

/**
 * Has uploaded files read, a list in `data` or one alone. Each is begun once, however often it is sent. The four values of the
 * upload belong together. A file whose titles are not as required ends as `Validation Failed`, with the missing and the nearest.
 */
export const createRecon = call({
  at: 'POST /merchants/recon/v3/create-recon',
  body: toBegin,
  answer: data(z.array(Begun)),
  access: 'reconData',
  faults: ['notFound', 'noMapping', 'tooMany'],
  audit: 'recon-file.begin',
  onFailure: 'inline',
})
/** The same for the merchant's own server. */
export const createReconByServer = call({
  at: 'POST /api/recon/v3/create-recon',
  body: toBegin,
  answer: data(z.array(Begun)),
  access: 'reconData',
  faults: ['notFound', 'noMapping', 'tooMany'],
  server: true,
  keyScope: 'recon',
  audit: 'recon-file.begin',
})

export const reconFileList = list({
  columns: {
    file_name: { kind: 'text', shown: true },
    data_source: { kind: 'text', shown: true },
    way: { kind: 'text', shown: true, words: 'reconWays' },
    status: { kind: 'status', shown: true, words: 'states.reconFile' },
    rows: { kind: 'number', shown: true },
    loaded: { kind: 'number' },
    repeated: { kind: 'number' },
    restated: { kind: 'number' },
    ignored: { kind: 'number' },
    rejected: { kind: 'number' },
    created_at: { kind: 'time', shown: true },
    period_from: { kind: 'text' },
    period_to: { kind: 'text' },
    created_by: { kind: 'text', shown: true },
    payment_channel_key: { kind: 'reference' },
    file_type: { kind: 'text', words: 'reconFileTypes' },
    original_file_name: { kind: 'text', exported: true },
    size_bytes: { kind: 'number' },
    finished_at: { kind: 'time' },
    recon_id: { kind: 'reference' },
  },
  filters: {
    data_source: exactly(40),
    status: choice(reconFileStates.states),
    way: choice(reconFileWays),
    payment_channel_key: exactly(64),
    file_type: choice(reconFileTypes),
    created_at: timeRange(),
    /** Files with rows of this bucket. */
    bucket: choice(['loaded', 'repeated', 'restated', 'ignored', 'rejected']),
    withdrawn: choice(['yes', 'no']),
  },
  phone: { head: ['file_name'], value: 'status', line: ['data_source', 'rows', 'created_at'] },
  sorts: ['created_at'],
})

/** The files, newest first. `source` is a short form of the filter. */
export const listReconFiles = call({
  at: 'POST /merchants/recon/v3/ingestion/list',
  follows: ['recon_file'],
  body: reconFileList.body,
  answer: page(FileRow),
  access: 'reconData',
})

/** All of them as a spreadsheet. */
export const exportReconFiles = call({
  at: 'POST /api/recon/files/export',
  ...exporting(reconFileList, 'recon-files'),
  access: 'reconData',
  audit: 'recon-file.export-list',
})

const bucketSums = { rows: count, loaded: count, repeated: count, restated: count, ignored: count, rejected: count, held: count } // prettier-ignore
/** The files of a time, counted by state, and their rows by bucket. Withdrawn files are counted apart. */
export const readReconFileSummary = call({
  at: 'POST /merchants/recon/v3/ingestion/summary',
  follows: ['recon_file'],
  body: z.strictObject({
    environment: environment.optional(),
    from: timestamp.optional(),
    to: timestamp.optional(),
    source: text(40, 0).optional(),
  }),
  answer: data(
    z.object({
      files: count,
      withdrawn: count,
      by_status: z
        .record(z.enum(reconFileStates.states), count)
        .meta({ examples: [Object.fromEntries(reconFileStates.states.map((state) => [state, 1]))] }),
      ...bucketSums,
    }),
  ),
  access: 'reconData',
  repeat: 'safe',
})

const ofFile = { params: { recon_id: ref('reconFile') } }
const onFile = { ...ofFile, answer: data(File), access: 'reconData' } as const
const nothingMore = z.strictObject({ environment: environment.optional() })

/** One file: how far it is, what became of its rows, what it proves. */
export const readReconFile = call({
  at: 'GET /api/recon/files/{recon_id}',
  follows: ['recon_file'],
  ...onFile,
  query: nothingMore,
  faults: ['notFound'],
})

/** Loads the good rows of a file that was refused for others. */
export const loadGoodRows = call({
  at: 'POST /api/recon/files/{recon_id}/load-good-rows',
  ...onFile,
  body: nothingMore,
  faults: ['notFound', 'wrongState', 'reconInProgress'],
  audit: 'recon-file.load-good-rows',
  notice: 'Good rows are being loaded',
})

/** Reads a file again that could not be loaded. */
export const tryReconFileAgain = call({
  at: 'POST /api/recon/files/{recon_id}/try-again',
  ...onFile,
  body: nothingMore,
  faults: ['notFound', 'wrongState', 'reconInProgress'],
  audit: 'recon-file.try-again',
  notice: 'File is being read again',
})

/** Takes away what no other file has. A copy of the same bytes that came later takes its place. Nothing is deleted. */
export const withdrawReconFile = call({
  at: 'POST /api/recon/files/{recon_id}/withdraw',
  ...onFile,
  body: nothingMore,
  faults: ['notFound', 'wrongState', 'reconInProgress'],
  audit: 'recon-file.withdraw',
  notice: 'File is being withdrawn',
})

/** Has an uploaded file read in the place of another, which is withdrawn in the same moment in which this one is loaded. */
export const replaceReconFile = call({
  at: 'POST /api/recon/files/{recon_id}/replace',
  ...onFile,
  body: z.strictObject({ environment: environment.optional(), by: ref('reconFile') }),
  faults: ['notFound', 'wrongState', 'noMapping', 'tooMany', 'reconInProgress'],
  audit: 'recon-file.replace',
  notice: 'File is being replaced',
})

/** Reads a file by another mapping, or by the newest of its source: what reads differently is restated. */
export const readReconFileAgain = call({
  at: 'POST /api/recon/files/{recon_id}/read-again',
  ...onFile,
  body: z.strictObject({ environment: environment.optional(), mapping_id: text(64).optional() }),
  faults: ['notFound', 'wrongState', 'noMapping', 'reconInProgress'],
  audit: 'recon-file.read-again',
  notice: 'File is being read again',
})

/** The file as it came. */
export const downloadReconFile = call({
  at: 'GET /api/recon/files/{recon_id}/original',
  ...ofFile,
  query: nothingMore,
  answer: stored('recon-file'),
  access: 'reconOriginals',
  faults: ['notFound'],
  sensitive: true,
  audit: 'recon-file.download',
})
