import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'

/** Sends mail through the operator's mail server. */
export interface Mail {
  /** Resolves with null when the server has accepted the mail; never throws for errors of the server or the network. */
  send(mail: MailToSend): Promise<SendFault | null>
}

export interface MailToSend {
  /** The basis of the Message-ID, which is the same in every attempt. */
  id: string
  /** One bare address. */
  to: string
  subject: string
  text: string
  html: string
  date: Date
  attachments?: readonly AttachedFile[]
}

/** A file of a mail. The name stands in a header: without controls, as `fileName` makes it. */
export interface AttachedFile {
  name: string
  type: string
  content: Uint8Array
}

/** Why a message was not sent. `permanent`: a retry would fail alike. `text` is for the operator. */
export interface SendFault {
  permanent: boolean
  text: string
}

/**
 * A mail server by its address, `smtp://user:password@host:587` (TLS as soon as the server offers it) or `smtps://…`.
 * @param from the sender, `Countinghouse <no-reply@pay.example.com>`; its domain is that of the Message-ID.
 */
export function openMail({ url, from, timeoutMs = 15_000 }: { url: string; from: string; timeoutMs?: number }): Mail {
  const transport = createTransport(
    {
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  )
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, to, subject, text, html, date, attachments = [] }) {
      // As an object, so that a comma in it adds no second recipient.
      const mail = {
        to: { name: '', address: to },
        subject,
        text,
        html,
        date,
        messageId: `<${id}@${domain}>`,
        attachments: attachments.map(({ name: filename, type: contentType, content }) => ({
          filename,
          contentType,
          content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
          contentDisposition: 'attachment' as const,
        })),
      }
      const sent = transport.sendMail(mail).then(
        () => null,
        (error: unknown) => faultOf(error),
      )
      const late = { permanent: false, text: 'The mail server was too slow.' }
      return Promise.race([sent, pause(4 * timeoutMs, late, { ref: false })])
    },
  }
}

/** A 5xx for sender, recipient or text is permanent; any other error may pass. */
function faultOf(error: unknown): SendFault {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string }
  const refused = code === 'EENVELOPE' || code === 'EMESSAGE'
  return { permanent: refused && (responseCode ?? 550) >= 500, text: String(message ?? error) }
}
