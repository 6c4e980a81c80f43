import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openSettlement, twoDays } from './fixtures.ts'

interface Mailed {
  to: string[]
  text: string
}
async function mailServer() {
  const mails: Mailed[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

test('files are mailed to where the account wants them, each once, those of before not at all', async () => {
  const [server, settled] = [await mailServer(), await openSettlement(twoDays, { now: '2026-11-18T09:00:00Z' })]
  const settings = '/v1/control/settlement/accounts/acme'
  expect((await settled.post(settings, { mail_to: 'recon-a@in.example', smtp_url: server.url })).status).toBe(200)
  expect(server.mails).toEqual([])
  settled.setNow('2026-11-19T00:00:02Z')
  await settled.post('/v1/control/settlement/mail')
  expect(server.mails.map(({ to }) => to)).toEqual(Array(4).fill(['recon-a@in.example']))
  const csv = server.mails.find(({ text }) => text.includes('settlement_acme_20261118_01.csv'))
  const encoded = (csv?.text.split(/\r\n\r\n/).at(-1) ?? '').replaceAll(/--.*|\s/g, '')
  expect(Buffer.from(encoded, 'base64')).toEqual(await settled.file('/settlement/settlement_acme_20261118_01.csv'))
  await settled.restart()
  await settled.post('/v1/control/settlement/mail')
  expect(server.mails.length).toBe(4)
  await settled.close()
  await server.close()
})

test('mail goes to servers of this machine alone', async () => {
  const settled = await openSettlement([])
  const wish = { mail_to: 'recon-a@in.example', smtp_url: 'smtp://mail.example:25' }
  expect((await settled.post('/v1/control/settlement/accounts/acme', wish)).status).toBe(400)
  await settled.close()
})
