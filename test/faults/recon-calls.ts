import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#server/kit/db/db.ts'
import { verifyAllLedgers } from '#server/ledger/verify.ts'
import { verifyAllRecon } from '#server/settlements/verify.ts'
import { becomes, type Api, type Deployment } from './deployment.ts'
import { anyOf } from './intents.ts'
import type { SignedIn } from './invoice-calls.ts'
import { merchantOf } from './page-calls.ts'

interface Told<T> {
  status: number
  said: string
  data: T
}
export type ReconCalls = ReturnType<typeof reconCalls>

/** Calls of reconciliation of a channel, by a user of its merchant. They go to the first API, so that the second one can be killed. */
export function reconCalls(
  deployment: Deployment,
  signedIn: SignedIn,
  { slug = 'acme', channelKey = 'SIMULATOR' } = {},
) {
  /** One question; null where nobody answers. */
  async function askOnce<T>(path: string, body: object | FormData, api: Api = deployment.apis[0]): Promise<Told<T> | null> {
    const session = anyOf(merchantOf(await signedIn(), slug).sessions)
    const isForm = body instanceof FormData
    const headers = { authorization: `Bearer ${session.token}`, ...(!isForm && { 'content-type': 'application/json' }) }
    try {
      const answer = await fetch(`${api.url}/gateway${path}`, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) })
      const said = await answer.text()
      return { status: answer.status, said, data: answer.status === 200 ? (JSON.parse(said) as { data: T }).data : (undefined as T) }
    } catch {
      return null
    }
  } // prettier-ignore

  /** Asks until there is an answer: connections may still be those of a database that was killed. */
  async function call<T>(path: string, body: object | FormData): Promise<T> {
    let last: Told<T> | null = null
    for (let n = 0; n < 40; n++) {
      last = await askOnce<T>(path, body)
      if (last?.status === 200) return last.data
      if (last && last.status < 500) break
      await delay(250)
    }
    throw new Error(`${path}: ${last?.said ?? 'no answer'}`)
  }

  return {
    askOnce,
    call,
    channelKey,
    saveMapping: (mapping: object) =>
      call('/merchants/recon/file-mapping', { payment_channel_key: channelKey, ...mapping }),
    /** Has a sheet loaded by the channel's mapping of this type. */
    async load(type: 'recon' | 'transaction', titles: string, lines: readonly string[]): Promise<string> {
      const form = new FormData()
      form.set('payment_channel_key', channelKey)
      form.set('file_type', type)
      form.set('file', new Blob([[titles, ...lines].join('\n')]), `${type}.csv`)
      const { recon_id: reconId } = await call<{ recon_id: string }>('/merchants/recon/upload-file', form)
      // Fees are compared before a run is due.
      const [loaded] = await until(
        () =>
          deployment.sql<{ status: string; is_checked: boolean }>(
            `select status, exists (select from fee_checked_files c where c.recon_id = f.recon_id) as is_checked from recon_files f where recon_id = $1`,
            [reconId],
          ),
        ([file]) => file !== undefined && file.status !== 'Initiated' && (file.is_checked || file.status !== 'Success'),
      )
      if (loaded?.status !== 'Success') throw new Error(`the file is ${loaded?.status}`)
      return reconId
    },
    /** Works a pair out, until it is done. */
    async run(msmId: number): Promise<ReconRunRow> {
      const { run_id } = await call<{ run_id: string }>('/api/recon/runs', { msm_id: msmId })
      const ended = await runEnds(deployment, run_id)
      if (ended.status !== 'done') throw new Error(`the run is ${ended.status}`)
      return ended
    },
  }
}

interface ReconRunRow {
  status: string
  stage: string
  run_no: number
  digest: string
  changed: number
}
export async function runOf(deployment: Deployment, runId: string): Promise<ReconRunRow> {
  const [row] = await deployment.sql<ReconRunRow>('select * from recon_runs where run_id = $1', [runId])
  if (!row) throw new Error(`no run ${runId}`)
  return row
}
/** The end of a run, whatever is killed meanwhile. */
export const runEnds = (deployment: Deployment, runId: string): Promise<ReconRunRow> =>
  until(() => runOf(deployment, runId), ({ status }) => status !== 'queued' && status !== 'running') // prettier-ignore

/** Asks the database until it is so, over times in which it does not answer. */
export async function until<T>(look: () => Promise<T>, isSo: (found: T) => boolean, patienceMs = 180_000): Promise<T> {
  let last: T | undefined
  const isOver = await becomes(async () => {
    const found = await look().catch(() => undefined)
    if (found !== undefined) last = found
    return found !== undefined && isSo(found)
  }, patienceMs)
  if (!isOver) throw new Error(`it did not become so: ${JSON.stringify(last)}`)
  return last as T
}

/** What the program itself finds in its settlements, summaries and ledgers. */
export async function reconFindings({ ownerUrl }: Deployment): Promise<string[]> {
  const database = openDatabase(ownerUrl, { most: 2 })
  try {
    const found = [...(await verifyAllRecon(database)), ...(await verifyAllLedgers(database))]
    return found.map(({ invariant, detail }) => `${invariant}: ${detail}`)
  } finally {
    await database.close()
  }
}
