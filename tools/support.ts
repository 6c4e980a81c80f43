import { writeFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { pino } from 'pino'
import { servicesOf } from '#server/services.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { loadMasterKey, simulatorKeys } from '#server/kit/secrets/master-key.ts'
import { operatorOf, type Operator } from '#server/support/operator.ts'
import { ownersDatabase, toolConfig } from './database.ts'
import { lineOf } from './line-of.ts'

/**
 * `npm run support -- list|show|reply|close|file`: the operator reads and answers the tickets of merchants. Uses the
 * database of the settings, running or not. Exit 0 when it is done, 1 with a line when it is not.
 */
const usage = `npm run support -- list [--all]                 what waits for an answer, or all
npm run support -- show <ticket>                all of a ticket
npm run support -- reply <ticket> [text]        answer; without a text, what comes on the standard input
npm run support -- close <ticket>
npm run support -- file <ticket> <file> <path>  save a file of a ticket; open it with care`

type Act = (operator: Operator, ticketRef: string, rest: string[]) => Promise<void>
const acts: Record<string, Act> = {
  async list(operator, option) {
    for (const one of await operator.list({ all: option === '--all' })) {
      const facts = [one.ticket_ref, one.status, moment(one.updated_at), one.merchant, one.environment, one.category]
      console.log(`${facts.join('  ')}\n    ${plain(one.subject)} (${plain(one.created_by)})`)
    }
  },
  async show(operator, ticketRef) {
    const { thread, ...ticket } = await operator.show(ticketRef)
    for (const [name, value] of Object.entries(ticket))
      console.log(`${name}: ${value instanceof Date ? moment(value) : plain(String(value ?? ''))}`)
    for (const { author, from_operator, body, created_at, files } of thread) {
      console.log(`\n${from_operator ? 'we' : plain(author)}, ${moment(created_at)}:`)
      console.log(
        body
          .split('\n')
          .map((line) => `  ${plain(line)}`)
          .join('\n'),
      )
      for (const { file_id, name, size_bytes } of files)
        console.log(`  file ${file_id}: ${plain(name)}, ${size_bytes} bytes`)
    }
  },
  async reply(operator, ticketRef, rest) {
    const text = (rest.length > 0 ? rest.join(' ') : await textOf(process.stdin)).trim()
    if (text === '') throw new Error('Say something.')
    await operator.reply(ticketRef, text)
    console.log(`${ticketRef} is answered; its writer is told.`)
  },
  async close(operator, ticketRef) {
    await operator.close(ticketRef)
    console.log(`${ticketRef} is closed.`)
  },
  async file(operator, ticketRef, [fileId = '', path = '']) {
    if (path === '') throw new Error(usage)
    const content = await operator.file(ticketRef, fileId)
    await writeFile(path, content, { flag: 'wx' })
    console.log(`${content.length} bytes: ${path}`)
  },
}

try {
  const [act = '', ticketRef = '', ...rest] = process.argv.slice(2)
  const run = acts[act as keyof typeof acts] as Act | undefined
  if (!run || (act !== 'list' && ticketRef === '')) throw new Error(usage)
  await withOperator((operator) => run(operator, ticketRef, rest))
} catch (error) {
  console.error(lineOf(error))
  process.exitCode = 1
}

async function withOperator(work: (operator: Operator) => Promise<void>): Promise<void> {
  const config = toolConfig()
  const { url, stop } = await ownersDatabase(config)
  const database = openDatabase(url, { most: 1 })
  try {
    const log = pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true }))
    const masterKey = await loadMasterKey(config)
    const parts = { config, log, databaseUrl: url, ownerUrl: url, masterKey, simulatorKeys: simulatorKeys(masterKey) }
    await work(operatorOf({ database, services: servicesOf(parts), now: () => new Date() }))
  } finally {
    await database.close()
    await stop()
  }
}

/** A user's text without control characters that a terminal would interpret. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
}
function moment(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ')
}
