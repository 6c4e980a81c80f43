import { createTransport, type SendMailOptions } from 'nodemailer'
import { startReconMail } from '#server/recon-mail.ts'
import { openIntake, type Intake } from './fixtures.ts'

/** An intake with the part that takes mails, and a real client for them. */
export interface MailIntake extends Intake {
  address: string
  /** What the mail server says; null when it has taken the mail. */
  send(mail: SendMailOptions): Promise<string | null>
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
