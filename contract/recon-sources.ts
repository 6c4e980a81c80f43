import { z } from 'zod'
import { channelTypes } from './channel-catalogue/entry.ts'
import { call, data } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { environment, timestamp } from './kit/wire.ts'
import { currencyCodeOrNone, sourceCategories, sourceName } from './recon-source-shapes.ts'

const SourceConfig = z.strictObject({
  /** Each line is one article of an order, so that orders are the sum of their lines. */
  is_sku_level: z.boolean(),
})
const Source = z.object({
  data_source: z.string(),
  category: z.enum(sourceCategories),
  /** Empty for a source of no channel, such as the account into which several providers pay. */
  payment_channel_key: z.string(),
  currency: z.string(),
  config: z.object(SourceConfig.shape),
  /** The first and last day of its records, YYYY-MM-DD; null before the first record. */
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type ReconSource = z.input<typeof Source>

const ofAll = { query: z.strictObject({ environment: environment.optional() }), access: 'reconAny' } as const

export const ReconChannelSchema = z.object({
  payment_channel_key: z.string(),
  catalogue_key: z.string(),
  name: z.string(),
  /** External: it only reconciles. */
  type: z.enum(channelTypes),
  country: z.string(),
  is_enabled: z.boolean(),
  /** A mapping says how its settlement files are read. */
  is_set_up: z.boolean(),
  sources: z.array(Source),
  /** The file of it that came last; null before the first. */
  last_file: z
    .object({ recon_id: z.string(), file_name: z.string(), status: z.string(), created_at: timestamp })
    .nullable(),
  /** When the next file of its sources should have come; null where none is expected. */
  next_expected: timestamp.nullable(),
})
export type ReconChannel = z.input<typeof ReconChannelSchema>

/** The merchant's channels as reconciliation sees them, those that only reconcile too. */
export const listReconChannels = call({
  at: 'GET /merchants/recon/channels',
  ...ofAll,
  answer: data(z.array(ReconChannelSchema)),
})

const Pair = z.object({
  data_source: z.string(),
  /** The number of the pair; null for two that no reconciliation is of. */
  msm_id: z.int().nullable(),
  /** The first and last day that both have, YYYY-MM-DD; null where they have none in common. */
  from: z.string().nullable(),
  to: z.string().nullable(),
})
const DataSources = z.object({
  list: z.array(Source),
  map: z.record(z.string(), Source),
  /** For each source those with which it may be compared. */
  selection: z.record(z.string(), z.array(Pair)),
})
export type DataSources = z.input<typeof DataSources>
const sourcesAnswer = data(DataSources, z.object({ success: z.literal(true) }))

/** All sources, and which of them may be compared over which days. */
export const listDataSources = call({
  at: 'GET /merchants/recon/v3/data-sources',
  ...ofAll,
  answer: sourcesAnswer,
})
/** The same for the merchant's own server. */
export const listDataSourcesByServer = call({
  at: 'GET /api/recon/v3/data-sources',
  ...ofAll,
  answer: sourcesAnswer,
  server: true,
  keyScope: 'recon',
})

/**
 * Makes a source, or changes one: its currency and how its lines are read. Category and channel stay as they are. Our own
 * transactions are a source by themselves, which nobody makes.
 */
export const saveDataSource = call({
  at: 'POST /api/recon/sources',
  body: z.strictObject({
    environment: environment.optional(),
    data_source: sourceName,
    category: z.enum(sourceCategories).meta({ examples: ['BANK'] }),
    payment_channel_key: ref('channel').optional(),
    currency: currencyCodeOrNone.optional(),
    config: SourceConfig.optional(),
  }),
  answer: data(Source),
  access: 'reconConfiguration',
  faults: ['channelUnknown', 'tooMany'],
  audit: 'recon-source.save',
  notice: 'Data source saved',
  onFailure: 'inline',
})

const CurrencyPair = z.object({
  currency: z.string(),
  /** In which the provider pays out what came in this currency. */
  settlement_currency: z.string(),
  /** ISO 3166-1 alpha-2; empty for any. */
  country: z.string(),
})
export type CurrencyPair = z.input<typeof CurrencyPair>

/** The currencies of a channel: those that its methods take, and those that its files have shown. */
export const readCurrencyMapping = call({
  at: 'GET /merchants/{id}/paychannel/{channelKey}/currency-mapping',
  params: { id: merchantRef(), channelKey: ref('channel') },
  ...ofAll,
  answer: data(z.array(CurrencyPair)),
  faults: ['channelUnknown'],
})
