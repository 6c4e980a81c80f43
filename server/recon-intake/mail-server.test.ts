import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMailIntake, type MailIntake } from './mail-fixtures.ts'

let intake: MailIntake
beforeAll(async () => {
  intake = await openMailIntake()
})
beforeEach(async () => {
  intake.later(61_000)
  await intake.sql(`delete from recon_arrivals where merchant_id = $1`)
  await intake.sql(`delete from notices where merchant_id = $1`)
  await intake.sql(`delete from pgboss.job where data->>'merchantId' = $1`)
})
afterAll(() => intake.close())

describe('the mail server', () => {
  it('refuses an unknown recipient at once, and any other domain', async () => {
    const others = [`recon-${'a'.repeat(26)}@in.pay.example`, intake.address.replace('in.pay', 'out.pay'), 'postmaster@in.pay.example'] // prettier-ignore
    for (const said of await Promise.all(others.map((to) => intake.send({ to })))) expect(said).toMatch(/^550/)
  })

  it('refuses a mail above 25 MB, and keeps nothing of it', async () => {
    const line = `${'x'.repeat(998)}\r\n`
    // Without its size said before, as a client may leave that out.
    const raw = Buffer.from(`Subject: large\r\n\r\n${line.repeat(26_300)}.\r\n`)
    expect(await intake.sendRaw(raw)).toMatch(/^552/)
    expect(await intake.sql('select 1 from recon_intake_parts where merchant_id = $1')).toEqual([])
  })

  it('takes ten mails a minute for an address', async () => {
    const said = await Promise.all(Array.from({ length: 11 }, () => intake.send({ text: 'x' })))
    expect(said.filter((answer) => answer === null)).toHaveLength(10)
    expect(said.find((answer) => answer !== null)).toMatch(/^450/)
    expect(await intake.send({ text: 'x' })).toMatch(/^450/)
    intake.later(61_000)
    expect(await intake.send({ text: 'x' })).toBeNull()
  })

  it('shows a mailbox’s confirmation for seven days, and a link only of the sender’s own domain', async () => {
    const text = `you@shop.example has requested to automatically forward mail to your address.
      Confirmation code: 482915367
      https://evil.example/confirm?x https://mail-settings.google.com/mail/vf-abc-123`
    await intake.send({ from: 'forwarding-noreply@google.com', subject: '(#482915367) Forwarding Confirmation', text })
    await intake.work()
    const confirmed = {
      recon_confirmation_code: '482915367',
      recon_confirmation_link: 'https://mail-settings.google.com/mail/vf-abc-123',
    }
    expect(await intake.shown()).toMatchObject({ metadata: confirmed })
    intake.later(7 * 86_400_000)
    expect(await intake.shown()).toMatchObject({
      metadata: { recon_confirmation_code: '', recon_confirmation_link: '' },
    })
  })
})
