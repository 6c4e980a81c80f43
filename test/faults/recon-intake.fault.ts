import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSftpServer, type TestSftpServer } from '#test/sftp-server.ts'
import { countOf, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { anyOf } from './intents.ts'
import { keptSignedIn, type SignedIn } from './invoice-calls.ts'
import { newJournal } from './journal.ts'
import { kill, victims } from './kill-stages.ts'
import { merchantOf } from './page-calls.ts'

/** Files of a provider's server while the worker that fetches them, or the database, is killed: each arrives whole, once. */
const rounds = countOf(20, 1)
const timeout = countOf(40 * 60_000, 180_000)
const patience = countOf(180_000, 90_000)
const bytes = countOf(48, 24) * 1_048_576 + 12_345

let deployment: Deployment
let signedIn: SignedIn
let server: TestSftpServer
beforeAll(async () => {
  server = await startSftpServer()
  deployment = await startDeployment({ WEBHOOK_ALLOW_LOOPBACK: '1' })
  signedIn = keptSignedIn(deployment, newJournal(), { sessions: 1 })
  await call(`/merchants/${await merchantKey()}/paychannel/SIMULATOR/fee-config-metadata`, {
    update_action: 'UPDATE_SFTP_DETAILS',
    config_data: {
      sftp_link: `sftp://127.0.0.1:${server.port}/out`,
      sftp_username: 'recon',
      sftp_password: server.password,
      marker_ending: '.done',
    },
  })
  await intake('/host-key', { fingerprint: server.fingerprint() })
}, 120_000)
afterAll(async () => {
  await deployment.close()
  await server.close()
}, 60_000)

test.for(victims)(
  `%s killed ${rounds} times while a file is fetched: it goes on at the part where it was`,
  { timeout },
  async (victim) => {
    let most = 0
    for (let round = 0; round < rounds; round++) {
      const name = `${victim}-${round}.csv`
      const content = randomBytes(bytes)
      const sent = server.seen.bytes
      server.put(`/out/${name}`, content)
      server.put(`/out/${name}.done`, '')
      await intake('/pull', {})
      const after = 1 + Math.floor(Math.random() * 10)
      await becomes(async () => (await arrivalOf(name)).parts >= after, 60_000)
      await kill(deployment, victim)
      const isTaken = async () => (await arrivalOf(name).catch(() => null))?.state === 'taken'
      expect(await becomes(isTaken, patience), deployment.log.slice(-20).join('\n')).toBe(true)
      const digest = createHash('sha256').update(content).digest('hex')
      const kept = await deployment.sql<{ digest: string; parts: number; there: number }>(
        `select f.digest, f.parts, (select count(*)::int from recon_file_parts p where p.merchant_id = f.merchant_id
           and p.environment = f.environment and p.recon_id = f.recon_id) as there
         from recon_files f where original_file_name = $1`,
        [name],
      )
      const parts = Math.ceil(bytes / 1_048_576)
      expect(kept).toEqual([{ digest, parts, there: parts }])
      // What was under way when it was killed is fetched a second time, and no more.
      most = Math.max(most, server.seen.bytes - sent - bytes)
      expect(most).toBeLessThan(6 * 1_048_576)
      server.files.clear()
    }
    const [left] = await deployment.sql<{ count: number }>('select count(*)::int as count from recon_intake_parts')
    expect(left?.count).toBe(0)
    report(`${victim}: ${rounds} files of ${bytes} bytes, at most ${most} bytes of one fetched twice`)
  },
)

async function arrivalOf(name: string): Promise<{ state: string; parts: number }> {
  const [row] = await deployment.sql<{ state: string; parts: number }>(
    'select state, parts from recon_arrivals where name = $1',
    [name],
  )
  return row ?? { state: '', parts: 0 }
}

const merchantKey = async () => merchantOf(await signedIn(), 'acme').key
const intake = async (path: string, body: object) =>
  call(`/api/recon/intake/${await merchantKey()}/SIMULATOR${path}`, body)

/** Asks until there is an answer: the API's connections may still be those of a database that was killed. */
async function call(path: string, body: object): Promise<void> {
  const session = anyOf(merchantOf(await signedIn(), 'acme').sessions)
  let said = ''
  for (let n = 0; n < 40; n++) {
    const answer = await fetch(`${deployment.apis[0].url}/gateway${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ environment: 'sandbox', ...body }),
    })
    said = await answer.text()
    if (answer.status === 200) return
    if (answer.status < 500) break
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`${path}: ${said}`)
}
