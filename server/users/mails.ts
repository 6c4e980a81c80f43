import { limits } from '#contract/limits.ts'
import type { MessageLanguage } from '#contract/messages.ts'

type Mail<Values> = Record<MessageLanguage, (values: Values) => { subject: string; text: string }>

/** Carries the link by which somebody who was invited chooses a password. */
export const invitationMail: Mail<{ merchant: string; inviter: string; name: string; link: string }> = {
  en: ({ merchant, inviter, name, link }) => ({
    subject: `${oneLine(inviter)} invites you to ${oneLine(merchant)}`,
    text: `Hello ${oneLine(name)},

${oneLine(inviter)} has given you access to ${oneLine(merchant)} at Countinghouse. Choose a password to begin:

Accept the invitation
${link}

The link is good once and for ${limits.invitationDays} days. If you do not know what this is about, do nothing: without a password nobody can sign in.`,
  }),
  ar: ({ merchant, inviter, name, link }) => ({
    subject: `دعوة من ${oneLine(inviter)} للانضمام إلى ${oneLine(merchant)}`,
    text: `مرحبًا ${oneLine(name)}،

منحك ${oneLine(inviter)} صلاحية الدخول إلى ${oneLine(merchant)} في Countinghouse. اختر كلمة مرور لتبدأ:

قبول الدعوة
${link}

الرابط صالح لمرة واحدة ولمدة ${limits.invitationDays} أيام. إن كنت لا تعرف هذه الدعوة فلا تفعل شيئًا: لا يستطيع أحد تسجيل الدخول من دون كلمة مرور.`,
  }),
}

/** Tells the old address that somebody signs in by another one from now on. */
export const addressChangedMail: Mail<string> = {
  en: (changedBy) => ({
    subject: 'Your sign-in address was changed',
    text: `Hello,

${oneLine(changedBy)} has changed the e-mail address that you sign in with at Countinghouse. All your sessions were ended, and the new address has to be confirmed.

If this surprises you, ask them, or another administrator of your business.`,
  }),
  ar: (changedBy) => ({
    subject: 'تم تغيير عنوان تسجيل دخولك',
    text: `مرحبًا،

غيّر ${oneLine(changedBy)} عنوان البريد الإلكتروني الذي تسجّل به الدخول إلى Countinghouse. أُنهيت جميع جلساتك، ويجب تأكيد العنوان الجديد.

إن كان هذا مفاجئًا لك فاسأله، أو اسأل مسؤولًا آخر في منشأتك.`,
  }),
}

/** A name that somebody chose: it must not begin a line of its own, where a mail makes buttons of addresses. */
const oneLine = (name: string) => name.replaceAll(/\s+/gu, ' ').trim()
