import { crashPoint, type Patch } from './patched-source.ts'

const ofSettling = { file: 'server/kit/jobs/jobs.ts', when: `declared.name === 'settle-payment'` }
const ofRefunds = `declared.name === 'settle-refund'`
/** Mails to the shoppers of the load, and not those to people who sign in. */
const ofReceipts = `declared.name === 'send-message' && claim.recipient.startsWith('trial-')`
const commit = {
  file: 'server/kit/db/db.ts',
  line: `const [ending] = await Promise.all([sendQuery(client, commit), opened, ...sent])`,
}
const act = { ...ofSettling, line: `const result = await declared.act(services, claim, signal)` }
const settle = {
  ...ofSettling,
  line: `await stubbornly(() => transaction((ctx) => declared.complete(ctx, data, claim, result)))`,
}

/** Where an API may die: with the work done but not kept, with it kept but nobody told, and so with a link just made. */
export const apiCrashes = {
  'before-commit': crashPoint('before-commit', { ...commit, at: 'before' }),
  'after-commit': crashPoint('after-commit', { ...commit, at: 'after' }),
  'after-create': crashPoint('after-create', {
    ...commit,
    at: 'after',
    when: `String(result).includes('Link Created')`,
  }),
}

/** Where a worker may die: before the provider is asked, before its answer is kept, and before the job is done. */
export const workerCrashes = {
  'after-claim': crashPoint('after-claim', { ...act, at: 'before' }),
  'after-act': crashPoint('after-act', { ...act, at: 'after' }),
  'after-settle': crashPoint('after-settle', { ...settle, at: 'after' }),
}

/** Idempotency keys are taken and forgotten. */
export const noIdempotency: Patch = {
  file: 'server/kit/http/idempotency.ts',
  from: `if (repeat === 'safe') return null`,
  to: `return null`,
}

/** After an unknown result the provider is asked for the money again, under another key, and not how the first stands. */
export const blindRetry: readonly Patch[] = [
  { file: 'server/payments/jobs.ts', from: `if (asked) {`, to: `if (asked && process.env['NEVER']) {` },
  {
    file: 'server/payments/authorise-request.ts',
    from: `key: orderRef,\n    amountMinor`,
    to: 'key: payment.channel_asked_at ? `${orderRef}.again` : orderRef,\n    amountMinor',
  },
]

/** A link is cancelled without a look at whether somebody is paying it. */
export const heedlessCancel: Patch = {
  file: 'server/payment-links/cancel.ts',
  from: `if (await hasAttemptInFlight(ctx, { kind: 'link', ref: linkRef })) throw new Fault('inFlight')`,
  to: '',
}

/** An attempt begins whatever else is under way. */
export const heedlessAttempt: Patch = {
  file: 'server/checkout/start-attempt.ts',
  from: `if (attempts.inFlight !== null) throw inFlight(attempts.inFlight)`,
  to: '',
}

/** What is read of a link before money is booked on it is no longer so when it is. */
export const unlockedCapture: Patch = {
  file: 'server/payments/lock.ts',
  from: `lockPayable(ctx, { kind: known.payable_kind, ref: known.payable_ref }),`,
  to: `(async () => {
      const of = ctx.services.payables.find(({ kind }) => kind === known.payable_kind)
      const standing = await of?.read(ctx, known.payable_ref)
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      return standing && of && { of, standing }
    })(),`,
}

/** A payment is moved whatever its state is. */
export const unguardedMove: readonly Patch[] = [
  { file: 'server/payments/queries.ts', from: `.where(inState(from)),`, to: ',' },
  {
    file: 'server/payments/queries.ts',
    from: `paymentStates.can(status, action)`,
    to: `Boolean(status && action)`,
  },
]

/** What waits for its shopper is ended here, and the provider is not asked whether it can be. */
export const endedHereOnly: Patch = {
  file: 'server/payments/jobs.ts',
  from: `if (end) return untaken(await provider.cancel(payment, end, signal))`,
  to: `if (end) return { kind: 'declined', providerRef: 'none', reason: 'TRANSACTION_EXPIRED', providerText: '' }`,
}

/** A node stops accepting at once, ready until the last moment as far as anybody is told. */
export const unannouncedStop: readonly Patch[] = [
  { file: 'server/app.ts', from: `await delay(timeouts.noticeMs)`, to: 'await delay(0)' },
]

/** A statement is waited for however long its answer takes. */
export const endlessQueries: readonly Patch[] = [
  { file: 'server/app.ts', from: `const answerMs = timeouts.requestQueriesMs`, to: 'const answerMs = 3_600_000' },
  {
    file: 'server/kit/db/pool.ts',
    from: `limitAnswers(client, statementMs + timeouts.queryMs - timeouts.statementMs)`,
    to: 'limitAnswers(client, 3_600_000)',
  },
]

/** A backup shows each table as of another instant. */
export const manyInstants: readonly Patch[] = [
  { file: 'server/backup/backup.ts', from: `isolation level repeatable read read only`, to: 'read only' },
  {
    file: 'server/backup/backup.ts',
    from: `options.onTable?.(table.name, count)`,
    to: 'await new Promise((resolve) => setTimeout(resolve, 200))',
  },
]

/** What is left of a payment is read, and then a refund is written: nothing holds the row in between, nor asks again. */
export const naiveRefund: readonly Patch[] = [
  { file: 'server/refunds/reserve.ts', from: `.forUpdate()`, to: '' },
  {
    file: 'server/refunds/reserve.ts',
    from: '.where(sql<boolean>`refunded_minor + refunding_minor + ${amountMinor} <= amount_minor`)',
    to: '',
  },
  {
    file: 'server/refunds/reserve.ts',
    from: 'const reserved = await',
    to: 'if (amountMinor > refundableMinor(payment)) throw tooMuch(payment)\n  const reserved = await',
  },
]
/** Row-level security, the second layer behind them. */
export const withoutRefundConstraint = 'alter table payments drop constraint payments_refunded'

/** After an unknown result the provider is asked for the refund again, under another key. */
export const blindRefund: readonly Patch[] = [
  { file: 'server/refunds/jobs.ts', from: `if (asked) {`, to: `if (asked && process.env['NEVER']) {` },
  {
    file: 'server/refunds/jobs.ts',
    from: `request: { key: refundId,`,
    to: 'request: { key: asked ? `${refundId}.again` : refundId,',
  },
]

/** Where a worker may die with a refund: before the provider is asked, before its answer is kept. */
export const refundCrashes = {
  'after-claim': crashPoint('after-claim', { ...act, when: ofRefunds, at: 'before' }),
  'after-act': crashPoint('after-act', { ...act, when: ofRefunds, at: 'after' }),
}

/** Where an API may die around an audit row: with the change done, with the row done too, and with both kept. */
export const auditCrashes = {
  'after-change': crashPoint('after-change', {
    file: 'server/kit/db/write-transaction.ts',
    line: `if (before) send(enter(before))`,
    at: 'before',
    when: `changes.some(({ sql }) => sql.includes('audit_heads'))`,
  }),
  'after-row': crashPoint('after-row', {
    ...commit,
    at: 'before',
    when: `sent.length > 0 && (await Promise.allSettled(sent)).length > 0`,
  }),
  'after-commit': crashPoint('after-commit', { ...commit, at: 'after', when: `sent.length > 0` }),
}

/** The row of a call is written once the change is committed. */
export const lateAudit: Patch = {
  file: 'server/kit/http/gate.ts',
  from: `if (call.audit) writeAudit(ctx.with({ owner: log }), { action: call.audit, ...about, result: 'done' })`,
  to: `const { audit } = call
    if (audit) tx.afterCommit(() => void note(context, where.owner, { action: audit, ...about, result: 'done' }).catch(() => {}))`,
}

/** Verifiers that leave something out, each with what it then does not find. */
export const weakVerifiers: Record<string, { patch: Patch; harm: string; pick: number }> = {
  'it does not look at the content': {
    patch: {
      file: 'server/audit-log/verify.ts',
      from: 'const isSealed = macOf(key, row).equals(mac)',
      to: 'const isSealed = macOf(key, row).length === mac.length',
    },
    harm: 'edits address',
    pick: 1,
  },
  'it does not look at the order': {
    patch: {
      file: 'server/audit-log/verify.ts',
      from: 'const isInPlace = linkOf(linkKeyOf(key, row), before.link, seq, mac).equals(link)',
      to: 'const isInPlace = linkOf(linkKeyOf(key, row), before.link, seq, mac).length === link.length',
    },
    harm: 'swaps two rows',
    pick: 1,
  },
  'it does not look at the end': {
    patch: {
      file: 'server/audit-log/verify.ts',
      from: 'const wrong = endFault(end, place)',
      to: 'const wrong = endFault({ head: null, lastRow: 0n, lastAnchor: 0n }, beginning)',
    },
    harm: 'cuts the end off',
    pick: 20,
  },
}
/** Whether codes are locked is looked up first, and a try is counted afterwards. */
export const naiveTries: readonly Patch[] = [
  {
    file: 'server/factors/authenticator.ts',
    from: `       and (locked_until is null or locked_until <= statement_timestamp())`,
    to: `       and ((select seen.locked_until from totp_factors seen where seen.merchant_id = $1 and seen.sub_user_id = $2) is null)`,
  },
]

/** The step of a code that was taken may be taken again. */
export const forgetfulSteps: readonly Patch[] = [
  { file: 'server/factors/authenticator.ts', from: `.where('last_step', '<', step)`, to: '' },
]

/** Who asks is what was known of them a moment ago. */
export const believedMemory: Patch = {
  file: 'server/kit/auth/session-recheck.ts',
  from: `confirming ??= confirmBy(sessions, context, tokenHash, known)`,
  to: 'confirming ??= Promise.resolve()',
}

/** Of two who change users at once, neither waits for the other. */
export const unlockedUsers: readonly Patch[] = [
  {
    file: 'server/users/may-change.ts',
    from: `if (!(await lockMerchant(ctx.db, ctx.owner.merchantId))) throw new Fault('notFound')`,
    to: '',
  },
  {
    file: 'server/users/update.ts',
    from: `const moved = loginName(wanted.email)`,
    to: 'await new Promise((resolve) => setTimeout(resolve, 200))\n  const moved = loginName(wanted.email)',
  },
]

/** Who asks is known, and nothing else is: no role, no merchant named is held against them. Left is row-level security. */
export const noPolicy: readonly Patch[] = [
  {
    file: 'server/kit/http/gate.ts',
    from: `const why = denial(call.access as RuleName, user)`,
    to: `const why = denial(call.access as RuleName, user) && null`,
  },
  {
    file: 'server/kit/auth/scope.ts',
    from: `if (!user.flags.master) throw new Fault('notFound', { why: 'a merchant outside the session' })`,
    to: `if (!user.flags.master) return new Map(others.map((name) => [name, name]))`,
  },
  {
    file: 'server/kit/auth/scope.ts',
    from: `const all = inOwnName && target.length > 0 ? [user.merchantId, ...target] : merchantIds`,
    to: `const all = [user.merchantId]`,
  },
  {
    file: 'server/kit/auth/scope.ts',
    from: `return { scope: { merchantIds: merchants as [string, ...string[]], environment }, owner, merchants }`,
    to: `return { scope: { merchantIds: [merchantId], environment }, owner, merchants }`,
  },
]

/** A sheet is read by a thread of the process, and several at once. */
export const sheetsInThreads: readonly Patch[] = [
  {
    file: 'server/kit/files/read-sheet.ts',
    from: `const outcome = await oneAtATime.pass(() => readApart(asked))`,
    to: `const { Worker } = await import('node:worker_threads')
  const reading = \`const { parentPort, workerData: { url, bytes, kind } } = require('node:worker_threads')
    import(url).then(({ parseSheet }) => parseSheet(Buffer.from(bytes), kind)).then((rows) => parentPort.postMessage(rows))\`
  const kind = { isCsv: asked.name.endsWith('.csv'), rowsMost: asked.rowsMost }
  const workerData = { url: new URL('./parse-sheet.ts', import.meta.url).href, bytes: asked.bytes, kind }
  const outcome = await new Promise((resolve) => {
    const worker = new Worker(reading, { eval: true, workerData, resourceLimits: { maxOldGenerationSizeMb: 256 } })
    worker.once('message', (rows) => resolve(JSON.parse(rows)))
    worker.once('error', () => resolve('unreadable_file'))
  })`,
  },
]

/** Where a worker may die once on the way of a receipt: with the mail written, before it is handed over, and after that. */
export const receiptDeaths: readonly Patch[] = [
  {
    file: 'server/kit/jobs/jobs.ts',
    from: `await transaction((ctx) => declared.work(ctx, data))`,
    to: `{ await transaction((ctx) => declared.work(ctx, data))
      ${deathOnce('written', `declared.name === 'send-receipt'`)} }`,
  },
  {
    file: act.file,
    from: act.line,
    to: `${deathOnce('before-mail', ofReceipts)}
    ${act.line}
    ${deathOnce('after-mail', ofReceipts)}`,
  },
]

/** The process kills itself here once for each folder that `DEATHS_IN` names: a file in it says that it has happened. */
function deathOnce(name: string, when: string): string {
  const place = `process.env['DEATHS_IN'] + '/${name}'`
  return `if (${when} && !process.getBuiltinModule('fs').existsSync(${place})) {
      process.getBuiltinModule('fs').writeFileSync(${place}, '')
      process.kill(process.pid, 'SIGKILL')
    }`
}

/** Each run of its job writes the receipt. */
export const receiptOfEachRun: Patch = {
  file: 'server/messages/send.ts',
  from: `.insert('messages', { ...row, once })`,
  to: `.insert('messages', row)`,
}

/** Each time that a mail is sent it is another one. */
export const mailOfEachTime: Patch = {
  file: 'server/kit/outbound/mail.ts',
  from: 'messageId: `<${id}@${domain}>`',
  to: 'messageId: `<${id}.${Date.now()}@${domain}>`',
}
