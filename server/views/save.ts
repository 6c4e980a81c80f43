import { Fault, fieldFault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { View } from '#contract/views.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { expectColumns } from './columns.ts'
import { changeView, clearDefault, findView, insertView, listViews, lockViews } from './queries.ts'

/** Saves a view under a name that no other view of the list has; as the default, it takes another's place. */
export async function createView(ctx: Ctx, subUserId: string, wanted: Omit<View, 'view_id'>): Promise<View> {
  expectFits(wanted)
  await lockViews(ctx, subUserId)
  const others = await listViews(ctx, subUserId)
  if (others.length >= limits.views) throw new Fault('tooMany')
  expectFree(wanted, others)
  if (wanted.is_default) await clearDefault(ctx, subUserId, wanted.table)
  return { ...wanted, view_id: await insertView(ctx, subUserId, wanted) }
}

/** Changes what is given of a view; `before` is the view as it was under the lock. */
export async function updateView(
  ctx: Ctx,
  subUserId: string,
  viewId: string,
  change: { [K in 'name' | 'search' | 'columns' | 'is_default']?: View[K] | undefined },
): Promise<{ before: View; view: View }> {
  await lockViews(ctx, subUserId)
  const view = await findView(ctx, subUserId, viewId)
  if (!view) throw new Fault('notFound')
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const changed: View = { ...view, ...given }
  expectFits(changed)
  expectFree(
    changed,
    (await listViews(ctx, subUserId)).filter(({ view_id }) => view_id !== viewId),
  )
  if (changed.is_default && !view.is_default) await clearDefault(ctx, subUserId, view.table)
  await changeView(ctx, subUserId, changed)
  return { before: view, view: changed }
}

const parametersMost = 30

function expectFits({ table, search, columns }: Pick<View, 'table' | 'search' | 'columns'>): void {
  expectColumns(table, columns)
  if (Object.keys(search).length > parametersMost) throw fieldFault('invalidRequest', 'search', 'too_long')
}

function expectFree({ table, name }: Pick<View, 'table' | 'name'>, others: readonly View[]): void {
  const taken = others.some((one) => one.table === table && one.name.toLowerCase() === name.toLowerCase())
  if (taken) throw fieldFault('duplicateName', 'name', 'already_used')
}
