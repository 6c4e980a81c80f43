/**
 * Domains at which anybody can have an address. An address there says nothing of its company, so it leads to no company's
 * sign-in page, whoever has confirmed one.
 */
export const publicMailDomains: ReadonlySet<string> = new Set([
  'aol.com', 'fastmail.com', 'gmail.com', 'gmx.com', 'gmx.de', 'gmx.net', 'googlemail.com', 'hanmail.net', 'hey.com', 'hotmail.com',
  'icloud.com', 'live.com', 'mac.com', 'mail.com', 'mail.ru', 'me.com', 'msn.com', 'naver.com', 'outlook.com', 'pm.me', 'proton.me',
  'protonmail.com', 'qq.com', 'rediffmail.com', 'rocketmail.com', 't-online.de', 'tuta.com', 'tutanota.com', 'web.de', 'yahoo.co.id',
  'yahoo.co.in', 'yahoo.co.jp', 'yahoo.co.uk', 'yahoo.com', 'yahoo.com.sg', 'yahoo.com.vn', 'yahoo.fr', 'yandex.com', 'yandex.ru',
  'ymail.com', 'zoho.com', '126.com', '163.com',
]) // prettier-ignore
