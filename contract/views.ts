import { z } from 'zod'
import { call, content, nothing } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { environment, text } from './kit/wire.ts'
import { limits } from './limits.ts'
import { tableNames } from './table-names.ts'

/** The columns and saved views of a user's lists, private to the user. */
const table = z.enum(tableNames)
const columns = z.array(z.strictObject({ key: text(60), visible: z.boolean() })).max(limits.exportColumns)
export const ColumnChoice = z.object({ table, columns })
export type ColumnChoice = z.infer<typeof ColumnChoice>

/** The user's columns of each list in order, or of the list `table`. */
export const readColumns = call({
  at: 'GET /merchants/{id}/subUser/{sub}/custom-col-details',
  params: { id: merchantRef(), sub: ref('ownUser') },
  personal: true,
  query: z.strictObject({ environment: environment.optional(), table: table.optional() }),
  answer: content(z.array(ColumnChoice)),
  access: 'anyUser',
  faults: ['notFound'],
})

/** Saves a list's columns and their order; unknown columns are refused. */
export const chooseColumns = call({
  at: 'PUT /merchants/{id}/subUser/{sub}/custom-col-details',
  params: { id: merchantRef(), sub: ref('ownUser') },
  personal: true,
  body: z.strictObject({ environment: environment.optional(), table, columns }),
  answer: content(ColumnChoice),
  access: 'anyUser',
  audit: 'columns.choose',
  faults: ['notFound'],
})

/** Resets a list's columns to the default. */
export const resetColumns = call({
  at: 'POST /merchants/{id}/subUser/{sub}/reset-custom-col-config',
  params: { id: merchantRef(), sub: ref('ownUser') },
  personal: true,
  body: z.strictObject({ environment: environment.optional(), table }),
  answer: content(ColumnChoice),
  access: 'anyUser',
  audit: 'columns.reset',
  faults: ['notFound'],
})

/** The filters, search and sort of a view, as query parameters of its list. */
const address = z.record(text(40).regex(/^[a-z]\w*$/i, { error: 'not_a_choice' }), text(400))

export const View = z.object({
  view_id: z.string(),
  table,
  name: z.string(),
  search: z.record(z.string(), z.string()),
  columns,
  /** Whether the list opens with it; at most one view of each list. */
  is_default: z.boolean(),
})
export type View = z.infer<typeof View>

/** The user's saved views, sorted by name. */
export const listViews = call({
  at: 'GET /api/views',
  personal: true,
  answer: content(z.array(View)),
  access: 'anyUser',
})

const view = { name: text(60), search: address, columns, is_default: z.boolean() }

/** Saves the state of a list under a name; `tooMany` beyond 50 views. */
export const createView = call({
  at: 'POST /api/views',
  personal: true,
  body: z.strictObject({ table, ...view }),
  answer: content(View),
  access: 'anyUser',
  audit: 'view.create',
  faults: ['duplicateName', 'tooMany'],
  onFailure: 'inline',
})

/** Changes the fields of a view that are sent. */
export const updateView = call({
  at: 'PUT /api/views/{view_id}',
  params: { view_id: ref('view') },
  personal: true,
  body: z.strictObject(view).partial(),
  answer: content(View),
  access: 'anyUser',
  audit: 'view.update',
  faults: ['notFound', 'duplicateName'],
  onFailure: 'inline',
})

export const deleteView = call({
  at: 'DELETE /api/views/{view_id}',
  params: { view_id: ref('view') },
  personal: true,
  answer: nothing,
  access: 'anyUser',
  audit: 'view.delete',
  faults: ['notFound'],
})
