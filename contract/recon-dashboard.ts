import { z } from 'zod'
import { call, data } from './kit/call.ts'
import { environment, text } from './kit/wire.ts'
import {
  dayOrMoment,
  mismatchWords,
  recordGroups,
  reconNarrowing,
  reconRunId,
  type MismatchWord,
} from './recon-dashboard-shapes.ts'
import { outcomeStatuses } from './recon-outcomes.ts'

const count = z.int()
/** Boxes of the flow chart, by the ids that integrations know; `mismatch_date` is ours. */
export const flowIds = [
  'sale_transactions',
  'sale_settlements',
  'unreconciled_sale_transactions',
  'reconciled_sale_settlements',
  'unreconciled_sale_settlements',
  'matched_sku',
  'unmatched_sku',
  'mismatch_no',
  'mismatch_fee',
  'mismatch_tax',
  'mismatch_amount',
  'mismatch_quantity',
  'mismatch_date',
] as const
export type FlowId = (typeof flowIds)[number]

/** An exact decimal text of major units, above zero for refunds too. */
const Value = z.object({ currency: z.string(), amount: z.string() })
const FlowField = z.object({
  id: z.enum(flowIds),
  name: z.string(),
  /** Records, or orders where the sources have articles; each counts once, whatever its differences. */
  count,
  /** The amount where all records are of one currency, else the count. */
  value: z.number(),
  /** Of matched orders: the same of the lines of the settlement, and how many these are. */
  value_source_b: z.number().optional(),
  count_source_b: count.optional(),
  values: z.array(Value),
  sliceSettings: z.object({ fill: z.string() }),
  /** What the records of the box are found by, in `dashboard-records`. */
  record_filter: z.object({
    data_source: z.string(),
    status: z.union([z.enum(recordGroups), z.array(z.enum(outcomeStatuses))]),
    mismatches: z.array(z.enum(Object.keys(mismatchWords) as [MismatchWord, ...MismatchWord[]])),
  }),
})
export type FlowField = z.input<typeof FlowField>
const FlowNode = z.object({
  from: z.enum(flowIds),
  to: z.enum(flowIds),
  count,
  value: z.number(),
  /** The width to draw it in. */
  weightedValue: z.number(),
})
export type FlowNode = z.input<typeof FlowNode>
const Flow = z.object({
  msm_id: z.int(),
  /** The run whose answer it is, and the day that the run was for, YYYY-MM-DD. */
  run_id: z.string(),
  as_of: z.string(),
  /** The zone in which transactions are put on days. */
  time_zone: z.string(),
  /** That of all amounts; empty where there are several. */
  currency: z.string(),
  dataFields: z.array(FlowField),
  dataNodes: z.array(FlowNode),
  /** Boxes that nothing goes to or comes from. */
  unConnectedNodes: z.array(z.enum(flowIds)),
})
export type ReconFlow = z.input<typeof Flow>

const summaryOf = {
  body: z.strictObject({ ...reconNarrowing, data_source_a: text(40), data_source_b: text(40), run_id: reconRunId }),
  answer: data(Flow),
  access: 'reconDashboard',
  faults: ['pairUnknown', 'reconInProgress', 'notFound'],
  repeat: 'safe',
} as const

/** Where the records of two sources come to, as boxes and the flows between them. The end of the dates is exclusive. */
export const readReconFlow = call({
  at: 'POST /merchants/recon/v3/summary',
  follows: ['recon_run'],
  ...summaryOf,
  onFailure: 'log',
})
/** The same for the merchant's own server. */
export const readReconFlowByServer = call({
  at: 'POST /api/recon/v3/summary',
  ...summaryOf,
  server: true,
  keyScope: 'recon',
})

const Choices = z.object({
  brands: z.array(z.string()),
  marketplaces: z.array(z.string()),
  countries: z.array(z.string()),
  currencies: z.array(z.string()),
  accounts: z.array(z.string()),
})
export type ReconChoices = z.input<typeof Choices>

/** What the dashboard can be narrowed to: brands, marketplaces, countries, currencies and accounts that records have. */
export const readReconChoices = call({
  at: 'GET /merchants/recon/v3/custom-data',
  query: z.strictObject({ environment: environment.optional() }),
  answer: data(Choices),
  access: 'reconDashboard',
  onFailure: 'log',
})

/** The same, of two sources and some days. */
export const readReconChoicesWithin = call({
  at: 'POST /merchants/recon/v3/g/custom-data-v2',
  body: z.strictObject({
    environment: environment.optional(),
    data_source_a: text(40).optional(),
    data_source_b: text(40).optional(),
    from: dayOrMoment.optional(),
    to: dayOrMoment.optional(),
    by: reconNarrowing.by,
  }),
  answer: data(Choices),
  access: 'reconDashboard',
  faults: ['pairUnknown'],
  repeat: 'safe',
  onFailure: 'log',
})
