import { crashPoint, type Patch } from './patched-source.ts'

const ofSettling = { file: 'server/kit/jobs/jobs.ts', when: `declared.name === 'settle-payment'` }
const ofRefunds = `declared.name === 'settle-refund'`
/** Mails to the shoppers of the load, and not those to people who sign in. */
const ofReceipts = `declared.name === 'send-message' && claim.recipient.startsWith('trial-')`
const commit = {
  file: 'server/kit/db/db.ts',
  line: `const [ending] = await Promise.all([sendQuery(client, commit), opened, ...sent])`,
}
const act = { ...ofSettling, line: `const result = await declared.act(services, claim, signal, transaction)` }
const settle = {
  ...ofSettling,
  line: `await stubbornly(() => write((ctx) => declared.complete(ctx, data, claim, result)))`,
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

/** A sheet is read by a thread of the process, and several at once. */
export const sheetsInThreads: readonly Patch[] = [
  {
    file: 'server/kit/files/read-sheet.ts',
    from: `const sheet = await readFileApart<TypedSheet, SheetFault>('parse-sheet.ts', kind, bytes)`,
    to: `const { Worker } = await import('node:worker_threads')
  const reading = \`const { parentPort, workerData: { url, bytes, kind } } = require('node:worker_threads')
    import(url).then(({ parseSheet }) => parseSheet(Buffer.from(bytes), kind)).then((sheet) => parentPort.postMessage(sheet))\`
  const workerData = { url: new URL('./parse-sheet.ts', import.meta.url).href, bytes, kind }
  const sheet = await new Promise((resolve) => {
    const worker = new Worker(reading, { eval: true, workerData, resourceLimits: { maxOldGenerationSizeMb: 256 } })
    worker.once('message', (said) => resolve(JSON.parse(said)))
    worker.once('error', () => resolve('unreadable_file'))
  })`,
  },
]
