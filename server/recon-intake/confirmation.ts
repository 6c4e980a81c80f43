import { checkOutboundUrl } from '#server/kit/outbound/outbound-url.ts'
import type { MailHead } from './parse-mail.ts'

/** What a mailbox sends to whom it is to forward mails. */
export interface Confirmation {
  code: string
  link: string
}

/**
 * The code and link by which a mailbox has its forwarding confirmed; null for any other mail. A link is plausible when it is https, of a
 * public host and of the sender's own domain. Nobody follows it but a person.
 */
export function confirmationIn({ from, subject, text, links }: MailHead): Confirmation | null {
  const said = `${subject}\n${text}`
  if (!/forward|weiterleit|transf[eé]r|reenv[ií]|redirec|转发|転送|إعادة توجيه/i.test(said)) return null
  if (!/confirm|verif|bestätig|code|код|确认|確認|تأكيد/i.test(said)) return null
  const domain = domainOf(from[0]?.split('@')[1] ?? '')
  const link = links.find((one) => isPlausible(one, domain)) ?? ''
  const code =
    /(?:confirmation|verification|security)\s+code\W{0,20}(\d{4,12})\b/i.exec(said)?.[1] ??
    /\(#(\d{4,12})\)/.exec(subject)?.[1] ??
    ''
  return code === '' && link === '' ? null : { code, link }
}

function isPlausible(link: string, domain: string): boolean {
  if (domain === '' || checkOutboundUrl(link, { allowLoopback: false })) return false
  const { hostname, pathname, search } = new URL(link)
  return domainOf(hostname) === domain && /confirm|verif|vf|forward|token|code/i.test(pathname + search)
}

/** The last two names of a host: no list of public suffixes, since both sides have to be equal. */
const domainOf = (host: string): string => host.toLowerCase().split('.').slice(-2).join('.')
