import { z } from 'zod'
import { call, content, nothing } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { environment, text } from './kit/wire.ts'
import { limits } from './limits.ts'
import { tableNames } from './table-names.ts'

/** How a sub-user likes to see lists: columns, and filters that they come back to. Nobody else sees or changes them. */
const table = z.enum(tableNames)
const columns = z.array(z.strictObject({ key: text(60), visible: z.boolean() })).max(limits.exportColumns)
export const ColumnChoice = z.object({ table, columns })
export type ColumnChoice = z.infer<typeof ColumnChoice>

/** The columns of each list as the user has them, all of them in order; of one list when `table` names it. */
export const readColumns = call({
  at: 'GET /merchants/{id}/subUser/{sub}/custom-col-details',
  params: { id: merchantRef(), sub: ref('ownUser') },
  personal: true,
  query: z.strictObject({ environment: environment.optional(), table: table.optional() }),
  answer: content(z.array(ColumnChoice)),
  access: 'anyUser',
  faults: ['notFound'],
})

/** Chooses a list's columns and their order. One that the list does not have is refused. */
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

/** Forgets what was chosen: the list looks as it did at first. */
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

/** The filters, search, sort and page size of a view, as the address of its list carries them. */
const address = z.record(text(40).regex(/^[a-z]\w*$/i, { error: 'not_a_choice' }), text(400))

export const View = z.object({
  view_id: z.string(),
  table,
  name: z.string(),
  search: z.record(z.string(), z.string()),
  columns,
  /** The list opens with it; of each list one view at most. */
  is_default: z.boolean(),
})
export type View = z.infer<typeof View>

/** The user's saved views, by name. */
export const listViews = call({
  at: 'GET /api/views',
  personal: true,
  answer: content(z.array(View)),
  access: 'anyUser',
})

const view = { name: text(60), search: address, columns, is_default: z.boolean() }

/** Saves how a list looks under a name of its own; `tooMany` when there are 50 views. */
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

/** Changes what is given of a view: its name, what it shows, whether it is the default. */
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
