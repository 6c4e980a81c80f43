import { machine } from './kit/machine.ts'

/** A file of reconciliation. One that is `Uploaded` waits to be told what it is. */
export const reconFileStates = machine({
  states: ['Uploaded', 'Initiated', 'Validation Failed', 'Ingestion Failed', 'Success'],
  actions: {
    begin: { from: ['Uploaded'], to: 'Initiated' },
    /** Something in the file is not as it has to be, and nothing of it is loaded. */
    refuse: { from: ['Initiated'], to: 'Validation Failed' },
    /** It could not be read or loaded; another try may. */
    fail: { from: ['Initiated'], to: 'Ingestion Failed' },
    finish: { from: ['Initiated'], to: 'Success' },
    tryAgain: { from: ['Ingestion Failed'], to: 'Initiated' },
    /** Its good rows, or all of them by another mapping. */
    readAnew: { from: ['Validation Failed', 'Success'], to: 'Initiated' },
  },
})
export type ReconFileState = (typeof reconFileStates.states)[number]

/** What a worker does with a file that is `Initiated`; empty otherwise. */
export const reconFileStages = ['waiting', 'reading', 'comparing', 'keeping', 'withdrawing', ''] as const
export type ReconFileStage = (typeof reconFileStages)[number]

/** How a file came. */
export const reconFileWays = ['upload', 'server', 'sftp', 'mail'] as const
export type ReconFileWay = (typeof reconFileWays)[number]

/** The two kinds of file that a mapping reads. */
export const reconFileTypes = ['transaction', 'recon'] as const
export type ReconFileType = (typeof reconFileTypes)[number]

export const proofKinds = ['payout', 'balance', 'running', 'footer'] as const
export const proofStates = ['proven', 'unproven', 'not_stated'] as const
export type ProofState = (typeof proofStates)[number]

/** Where a record stands: it counts, another file has it too, another version counts, or its file was withdrawn. */
export const recordStandings = ['current', 'repeated', 'superseded', 'withdrawn'] as const
export type RecordStanding = (typeof recordStandings)[number]

/** The endings of files that reconciliation reads; what is in a file decides how. */
export const reconFileEndings = [
  'csv', 'tsv', 'txt', 'xlsx', 'xls', 'xml', 'json', 'jsonl', 'ndjson', 'mt940', 'sta', '940', 'ofx', 'qfx', 'gz', 'zip',
] as const // prettier-ignore
