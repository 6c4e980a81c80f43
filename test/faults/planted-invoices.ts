import type { Patch } from './patched-source.ts'

/**
 * No fault: the clock of a worker is as far ahead as a file says, in milliseconds, and what is overdue is looked for all the time. Who
 * draws its documents may read the packages, which are not copied.
 */
export const movedClock: readonly Patch[] = [
  {
    file: 'server/kit/files/run-apart.ts',
    from: '`--allow-fs-read=${root}/*`',
    to: "...[root, process.getBuiltinModule('node:fs').realpathSync(join(root, 'node_modules'))].map((place) => `--allow-fs-read=${place}/*`)",
  },
  {
    file: 'server/worker.ts',
    from: `{ now = () => new Date(), watch }`,
    to: `{ now = () => new Date(Date.now() + Number(process.getBuiltinModule('node:fs').readFileSync(process.env['CLOCK_FILE'] ?? '', 'utf8'))), watch }`,
  },
  { file: 'server/kit/jobs/sweep.ts', from: `everyMs: 600_000`, to: `everyMs: 300` },
]

const remind = 'server/invoice-messages/remind.ts'

/** A reminder is sent, and noted as sent a second later. */
export const claimAfterSend: readonly Patch[] = [
  {
    file: remind,
    from: `(ctx, { invoiceRef }: RemindJob) => remindIfDue(ctx, invoiceRef)`,
    to: `(ctx, { invoiceRef, moment }: RemindJob) => remindIfDue(ctx, invoiceRef, moment)`,
  },
  {
    file: remind,
    from: `remindIfDue(ctx: Ctx, invoiceRef: string)`,
    to: `remindIfDue(ctx: Ctx, invoiceRef: string, moment = '')`,
  },
  {
    file: remind,
    from: `  if (!(await claim(ctx, latest, { state: 'sent', reason: '' }))) return
  const once = \`reminder \${latest.time} \${latest.unit}\``,
    to: `  if (moment === 'sent') return void (await claim(ctx, latest, { state: 'sent', reason: '' }))
  ctx.enqueue(remindJob, { invoiceRef, moment: 'sent' }, { after: 4 })
  const once = crypto.randomUUID()`,
  },
  {
    file: remind,
    from: `const lastAt = await lastReminded(ctx, invoiceRef)`,
    to: `const lastAt = null`,
  },
]

/** Whoever is due is reminded, whether or not they have paid. */
export const remindThePaid: Patch = {
  file: 'server/invoice-messages/ways.ts',
  from: `  if (!(openInvoiceStates as readonly string[]).includes(invoice.status)) return { ways: [], against: 'paid' }
`,
  to: '',
}

/** A tenth of the issues is rolled back when the number is drawn; for the one who asked, as though the invoice were in another state. */
export const takenBack: Patch = {
  file: 'server/invoice-store/issue.ts',
  from: `  addTimelineEntry(ctx, 'invoice', sent.invoice_ref, 'issued', { number: sent.invoice_number })`,
  to: `  if (Math.random() < 0.1) throw wrongState(invoice)
  addTimelineEntry(ctx, 'invoice', sent.invoice_ref, 'issued', { number: sent.invoice_number })`,
}

/** Numbers come from a sequence, which nobody waits for and which no rollback takes back. */
export const sequenceInPlaceOfCounter: Patch = {
  file: 'server/invoice-store/numbers.ts',
  from: `insert into invoice_series as s (merchant_id, environment, series, stem, counter, last_at)
  values ($1, $2, $3, $4, 1, $5)
  on conflict (merchant_id, environment, series, stem)
    do update set counter = s.counter + 1, last_at = greatest(s.last_at, excluded.last_at)
  returning s.counter, s.last_at`,
  to: `select nextval('planted_numbers') as counter, $5::timestamptz as last_at
  where ($1::uuid, $2::text, $3::text, $4::text) is not null`,
}
export const sequenceOfNumbers = `create sequence planted_numbers; grant usage on sequence planted_numbers to public`

/** Whoever voids an invoice looks at it, and ends it a little later, whatever has come between. */
export const voidWithoutLock: Patch = {
  file: 'server/invoices/void.ts',
  from: `  const invoice = await existingInvoice(ctx, invoiceRef, { lock: true })
  const { status } = invoice
`,
  to: `  const invoice = await existingInvoice(ctx, invoiceRef)
  await new Promise((resolve) => setTimeout(resolve, 50))
  const { status } = invoice
`,
}

const sums = 'contract/invoice-sums.ts'
/** Tax of each line is rounded, and then added up. */
export const taxPerLine: readonly Patch[] = [
  {
    file: sums,
    from: `    group.tax = percentOf(group.taxable, group.percent)`,
    to: `    const own = nets.filter((_, at) => isOf(group, (lines[at] as SummedLine).tax))
    group.tax = sum([...own, group.charges - group.discounts].map((part) => percentOf(part, group.percent)))`,
  },
]

/** A percentage is of what the costs ahead of it have made. */
export const chainedPercentages: readonly Patch[] = [
  {
    file: sums,
    from: `  const groups = groupsOf(lines, costs)`,
    to: `  let chained = subTotal\n  const groups = groupsOf(lines, costs)`,
  },
  {
    file: sums,
    from: `: percentOf(subTotal, of.percent)`,
    to: `: percentOf(chained, of.percent)\n    chained += type === 'CHARGE' ? amount : -amount`,
  },
]

/** Halves go to the even neighbour, as those of fees do. */
export const halfEven: readonly Patch[] = [
  {
    file: sums,
    from: `import { currencies, divideHalfAway,`,
    to: `import { currencies, divideHalfEven as divideHalfAway,`,
  },
]

/** Quantity and rate are multiplied as floats. */
export const netByFloat: readonly Patch[] = [
  {
    file: sums,
    from: `divideHalfAway(quantity * rate * 10n ** BigInt(currencies[currency]), million * million)`,
    to: `BigInt(Math.round((Number(quantity) / 1e6) * (Number(rate) / 1e6) * 10 ** currencies[currency]))`,
  },
]
