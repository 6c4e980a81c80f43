import { randomUUID } from 'node:crypto'
import { password, type RunningApp } from './fixtures.ts'

const titles =
  'line_id,type,payment_reference,merchant_reference,occurred_at,booked_on,currency,gross,fee,tax,passed_on,net,net_currency,rate,batch,method,country'
const line =
  'L1,payment,pay_1,order-1,2026-03-01T10:00:00.000Z,2026-03-01,SGD,100.00,-3.00,0.00,0.00,97.00,SGD,1,B1,card,SG'

/** A settlement file of the simulator that a user has uploaded, by a mapping that is made for it. */
export async function newReconFile(app: RunningApp, username: string): Promise<void> {
  const ask = async (path: string, headers: Record<string, string>, body: string | FormData) => {
    const answer = await fetch(`${app.url}/gateway${path}`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { content?: { token: string } }
  }
  const json = { 'content-type': 'application/json' }
  const { content } = await ask('/api/account/login', json, JSON.stringify({ username, password }))
  const authorization = `Bearer ${content?.token ?? ''}`
  const headers = () => ({ authorization, 'idempotency-key': randomUUID() })
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
  await ask('/merchants/recon/upload-file', headers(), form)
}
