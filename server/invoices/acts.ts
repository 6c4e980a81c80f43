import { Fault, faults } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import type { actOnInvoices as declaration } from '#contract/invoices.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { existingInvoice, lockInvoices } from '#server/invoice-store/queries.ts'
import { remindOfInvoice, sendNow } from '#server/invoice-messages/send.ts'
import { voidInvoice } from './void.ts'

type Body = Input<typeof declaration>['body']

const acts: Readonly<Record<Body['act'], (ctx: Ctx, invoiceRef: string) => Promise<unknown>>> = {
  send: async (ctx, ref) => sendNow(ctx, await existingInvoice(ctx, ref, { lock: true })),
  remind: remindOfInvoice,
  void: voidInvoice,
}

/**
 * Acts on several invoices, each with its own outcome: one that cannot be acted on stays as it is, with the reason. All are locked
 * before the first is acted on. Throws `notFound` where one of them is not there, and acts on none.
 */
export async function actOnInvoices(ctx: Ctx, { act, invoice_refs }: Body) {
  const outcomes = new Map<string, string>()
  const refs = new Set(invoice_refs)
  await lockInvoices(ctx, refs)
  for (const ref of refs) outcomes.set(ref, await reasonOf(ctx, acts[act], ref))
  const done = [...outcomes.values()].filter((reason) => reason === '').length
  ctx.auditSubject('', madeAs({ act, asked: outcomes.size, done, invoice_refs: [...outcomes.keys()].join(', ') }))
  return invoice_refs.map((ref) => {
    const reason = outcomes.get(ref) ?? ''
    return { invoice_ref: ref, done: reason === '', reason }
  })
}

/** Why an act was refused, which all acts decide before they change anything; empty when it was done. */
async function reasonOf(
  ctx: Ctx,
  act: (ctx: Ctx, invoiceRef: string) => Promise<unknown>,
  ref: string,
): Promise<string> {
  try {
    await act(ctx, ref)
    return ''
  } catch (error) {
    if (error instanceof Fault) return faults[error.fault].reason
    throw error
  }
}
