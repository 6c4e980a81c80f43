import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { startReconMail } from '#server/recon-mail.ts'
import { openIntake, type Intake } from './fixtures.ts'

/** An intake with the part that takes mails, and a real client for them. */
export interface MailIntake extends Intake {
  address: string
  /** What the mail server says; null when it has taken the mail. */
  send(mail: SendMailOptions): Promise<string | null>
  /** The same for the bytes of a mail as they are, with their final point. */
  sendRaw(bytes: Buffer): Promise<string>
  mailIn(state: string): Promise<string>
  decide(mailId: string, decision: string): ReturnType<Intake['call']>
}

export const csv = { filename: 'settlement.csv', content: 'a,b\n1,2\n' }

export async function openMailIntake(): Promise<MailIntake> {
  const intake = await openIntake()
  await intake.metadata('UPDATE_MERCHANT_PSP_EMAIL', { merchant_psp_email: 'Reports@Provider.example' })
  const settings = { domain: 'in.pay.example', host: '127.0.0.1', port: 0, tls: null }
  const mails = await startReconMail(intake.testApp.parts, settings, () => intake.testApp.clock.now ?? new Date())
  const { metadata } = (await intake.shown()) as unknown as { metadata: { recon_email: string } }
  const address = metadata.recon_email
  return {
    ...intake,
    address,
    async send(mail) {
      const transport = createTransport({ host: '127.0.0.1', port: mails.port, tls: { rejectUnauthorized: false } })
      try {
        await transport.sendMail({
          from: 'reports@provider.example',
          to: address,
          subject: 'Report',
          text: 'x',
          ...mail,
        })
        return null
      } catch (error) {
        return (error as { response?: string }).response ?? String(error)
      } finally {
        transport.close()
      }
    },
    async sendRaw(bytes) {
      const socket = connect(mails.port, '127.0.0.1')
      const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
      const answer = async (): Promise<string> => {
        const { value = '' } = (await lines.next()) as { value?: string }
        return /^\d{3}-/.test(value) ? answer() : value
      }
      try {
        await answer()
        const dialog = ['EHLO test', 'MAIL FROM:<reports@provider.example>', `RCPT TO:<${address}>`, 'DATA']
        for (const said of dialog) {
          socket.write(`${said}\r\n`)
          await answer()
        }
        socket.write(bytes)
        return await answer()
      } finally {
        socket.destroy()
      }
    },
    async mailIn(state) {
      const wanted = 'select mail_id from recon_mails where merchant_id = $1 and state = $2'
      return (await intake.sql<{ mail_id: string }>(wanted, state))[0]?.mail_id ?? ''
    },
    decide: (mailId, decision) =>
      intake.testApp.call(intake.session, 'POST', `/api/recon/intake/mails/${mailId}/decide`, {
        environment: 'sandbox',
        decision,
      }),
    async close() {
      await mails.stop()
      await intake.close()
    },
  }
}
