import { randomUUID } from 'node:crypto'
import { expect, password, type RunningApp } from './fixtures.ts'

const titles =
  'line_id,type,payment_reference,merchant_reference,occurred_at,booked_on,currency,gross,fee,tax,passed_on,net,net_currency,rate,batch,method,country'
const line =
  'L1,payment,pay_1,order-1,2026-03-01T10:00:00.000Z,2026-03-01,SGD,100.00,-3.00,0.00,0.00,97.00,SGD,1,B1,card,SG'

/** A settlement file of the simulator that a user has uploaded, by a mapping that is made for it, and that is loaded. */
export async function newReconFile(app: RunningApp, username: string): Promise<void> {
  const { ask, read, json, headers } = await signedIn(app, username)
  const mapping = {
    payment_channel_key: 'SIMULATOR',
    engine_source: 'SIMULATOR',
    display_name: 'Simulator',
    file_type: 'recon',
  }
  await ask('/merchants/recon/file-mapping', { ...json, ...headers() }, JSON.stringify(mapping))
  const form = new FormData()
  form.set('payment_channel_key', 'SIMULATOR')
  form.set('file_type', 'recon')
  form.set('file', new Blob([`${titles}\r\n${line}\r\n`], { type: 'text/csv' }), 'settlement.csv')
  const { data } = await ask('/merchants/recon/upload-file', headers(), form)
  const state = async () => (await read<{ status: string }>(`/api/recon/files/${data?.recon_id}`)).status
  await expect.poll(state, { timeout: 20_000 }).toBe('Success')
}

/** Has a pair that the file is of worked out twice, so that the two runs compare. */
export const reconciledTwice = (app: RunningApp, username: string): Promise<void> => reconciled(app, username, 2)

/** Has the settlements of the simulator worked out. */
export async function reconciled(app: RunningApp, username: string, times = 1): Promise<void> {
  const { ask, read, json, headers } = await signedIn(app, username)
  const pairs = await read<{ msm_id: number; leg: string; data_source_b: string }[]>('/api/recon/pairs')
  const pair = pairs.find(({ leg, data_source_b }) => leg === 'settlement' && data_source_b === 'SIMULATOR_SETTLEMENT')
  for (let run = 0; run < times; run += 1) {
    const { data } = await ask('/api/recon/runs', { ...json, ...headers() }, JSON.stringify({ msm_id: pair?.msm_id }))
    const state = async () => (await read<{ status: string }>(`/merchants/recon/v3/list/${data?.run_id}`)).status
    await expect.poll(state, { timeout: 20_000 }).toBe('done')
  }
}

/** What a user's own requests need. */
async function signedIn(app: RunningApp, username: string) {
  const ask = async (path: string, headers: Record<string, string>, body: string | FormData) => {
    const answer = await fetch(`${app.url}/gateway${path}`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { content?: { token: string }; data?: { run_id: string; recon_id: string } }
  }
  const json = { 'content-type': 'application/json' }
  const { content } = await ask('/api/account/login', json, JSON.stringify({ username, password }))
  const authorization = `Bearer ${content?.token ?? ''}`
  const headers = () => ({ authorization, 'idempotency-key': randomUUID() })
  const read = async <T>(path: string) => {
    const answer = await fetch(`${app.url}/gateway${path}`, { headers: headers() })
    return ((await answer.json()) as { data: T }).data
  }
  return { ask, read, json, headers }
}
