import { z } from 'zod'
import { call, data, dataPage } from './kit/call.ts'
import { merchantKeyFields, merchantRef, ref } from './kit/refs.ts'
import { environment, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import {
  ChargeParam,
  InputHeader,
  mappingFileTypes,
  MappingReading,
  mappingShape,
  mappingSourceTypes,
  RefundInputHeader,
} from './recon-mapping-shapes.ts'
import { ReconLayout, ReconSample, sampleEndings } from './recon-sample.ts'
import { sourceName } from './recon-source-shapes.ts'

/** A version of a mapping. Versions never change: an edit makes the next. */
export const FileMapping = z.object({
  rfm_id: z.string(),
  /** The version that this one was made from; empty for the first. */
  parent_rfm_id: z.string(),
  /** What all versions of one mapping have in common, and the number of this one, from 1. */
  mapping_id: z.string(),
  version: z.int(),
  /** Whether files are read by it: it is the newest, and enabled. */
  is_in_use: z.boolean(),
  is_enabled: z.boolean(),
  environment,
  payment_channel_key: z.string(),
  /** The source whose records its files bring. */
  data_source: z.string(),
  engine_source: z.string(),
  file_prefix: z.string(),
  display_name: z.string(),
  file_type: z.enum(mappingFileTypes),
  source_type: z.enum(mappingSourceTypes),
  offset: z.int(),
  sheet_number: z.int(),
  source_date_format: z.string(),
  currency: z.string(),
  charge_params: z.array(ChargeParam),
  all_headers: z.array(z.string()),
  input_header: InputHeader,
  refund_input_header: RefundInputHeader,
  refund_offset: z.int(),
  refund_sheet_number: z.int(),
  result_title_map: z.record(z.string(), z.string()),
  created_by: z.enum(['MERCHANT', 'SYSTEM']),
  reading: MappingReading,
  /** Who saved it. */
  saved_by: z.string(),
  created_at: timestamp,
})
export type FileMapping = z.input<typeof FileMapping>

/** The mappings of a channel, or of all, each in its newest version. */
export const listFileMappings = call({
  at: 'GET /merchants/{key}/recon/file-mapping',
  params: { key: merchantRef() },
  query: z.strictObject({ environment: environment.optional(), payment_channel_key: ref('channel').optional() }),
  answer: dataPage(FileMapping),
  access: 'reconAny',
  faults: ['channelUnknown'],
})

/**
 * Saves a mapping, or with `parent_rfm_id` the next version of one. It reads files from then on. `mappingChanged` when another
 * version was saved meanwhile, `mappingRefused` for one by which no file could be read.
 */
export const saveFileMapping = call({
  at: 'POST /merchants/recon/file-mapping',
  body: z.strictObject({
    ...merchantKeyFields,
    environment: environment.optional(),
    payment_channel_key: ref('channel'),
    parent_rfm_id: ref('fileMapping').optional(),
    ...mappingShape,
  }),
  answer: data(FileMapping),
  access: 'reconConfiguration',
  faults: ['channelUnknown', 'notFound', 'mappingChanged', 'mappingRefused', 'tooMany'],
  audit: 'recon-mapping.save',
  notice: 'File mapping saved',
  onFailure: 'inline',
})

/** All versions of a mapping, the newest first, each with what it changed of the one before. */
export const listMappingVersions = call({
  at: 'GET /api/recon/file-mapping/{rfm_id}/versions',
  params: { rfm_id: ref('fileMapping') },
  query: z.strictObject({ environment: environment.optional() }),
  answer: data(
    z.array(
      FileMapping.extend({
        /** Fields with what they were and are, as JSON; none of the first version. */
        changes: z.array(z.object({ field: z.string(), was: z.string(), is: z.string() })),
      }),
    ),
  ),
  access: 'reconAny',
  faults: ['notFound'],
})

/** The layouts that come with the installation. */
export const listReconLayouts = call({
  at: 'GET /api/recon/layouts',
  query: z.strictObject({ environment: environment.optional() }),
  answer: data(z.array(ReconLayout)),
  access: 'reconAny',
})

/**
 * Reads a sample: recognises its layout, or reads it as `mapping` says, a record as of {@link saveFileMapping} in JSON, or by the
 * mapping in use for `data_source`, as it would be loaded. It is counted and proven whole. Nothing is kept of it.
 */
export const readReconSample = call({
  at: 'POST /api/recon/sample',
  file: { field: 'file', endings: sampleEndings, mostBytes: limits.uploadBytes },
  body: z.strictObject({
    environment: environment.optional(),
    payment_channel_key: ref('channel').optional(),
    file_type: z.enum(mappingFileTypes).optional(),
    mapping: text(60_000, 0).optional(),
    data_source: sourceName.optional(),
  }),
  answer: data(ReconSample),
  access: 'reconAny',
  faults: ['channelUnknown', 'mappingRefused', 'wrongHeaders'],
  repeat: 'safe',
  onFailure: 'inline',
})
