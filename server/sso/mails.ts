import { limits } from '#contract/limits.ts'
import type { MessageLanguage } from '#contract/messages.ts'

type Mail<Facts extends string[]> = Record<MessageLanguage, (...facts: Facts) => { subject: string; text: string }>

/** Carries the link that confirms that an identity at the provider is this user's. */
export const linkMail: Mail<[company: string, providerEmail: string, link: string]> = {
  en: (company, providerEmail, link) => ({
    subject: `Confirm your sign-in through ${line(company)}`,
    text: `Hello,

somebody has signed in at the provider of ${line(company)}${by(' as ', providerEmail)} and says that your login at Countinghouse is theirs. If it is you, confirm it in the same browser:

Link my login
${link}

The link is good once and for ${limits.ssoProofMinutes} minutes, and only where the sign-in was begun. If it was not you, do nothing.`,
  }),
  ar: (company, providerEmail, link) => ({
    subject: `تأكيد تسجيل دخولك عبر ${line(company)}`,
    text: `مرحبًا،

سجّل شخص الدخول لدى مزوّد ${line(company)}${by(' باسم ', providerEmail)} ويقول إن حسابك في Countinghouse يخصّه. إن كنت أنت، فأكّد ذلك في المتصفح نفسه:

ربط حسابي
${link}

الرابط صالح لمرة واحدة ولمدة ${limits.ssoProofMinutes} دقيقة، وفقط حيث بدأ تسجيل الدخول. إن لم تكن أنت، فلا تفعل شيئًا.`,
  }),
}

/** Tells a user that an identity was linked. */
export const linkedMail: Mail<[providerEmail: string, link: string]> = {
  en: (providerEmail, link) => ({
    subject: 'Single sign-on was linked to your login',
    text: `Hello,

your login at Countinghouse can now be opened through the provider of your business${by(', by ', providerEmail)}.

If it was you, all is well. If it was not, unlink it in your profile at once, change your password, and tell an administrator of your business.

Open your profile
${link}`,
  }),
  ar: (providerEmail, link) => ({
    subject: 'تم ربط تسجيل الدخول الموحّد بحسابك',
    text: `مرحبًا،

يمكن الآن فتح حسابك في Countinghouse عبر مزوّد شركتك${by('، باسم ', providerEmail)}.

إن كنت أنت، فكل شيء على ما يرام. وإن لم تكن أنت، فألغِ الربط من ملفك الشخصي فورًا، وغيّر كلمة مرورك، وأبلغ مسؤول شركتك.

فتح الملف الشخصي
${link}`,
  }),
}

/** Tells an administrator that single sign-on was set up, changed or removed. */
export const changedMail: Mail<[actor: string, link: string]> = {
  en: (actor, link) => ({
    subject: 'Single sign-on of your business was changed',
    text: `Hello,

${line(actor)} has changed how people of your business sign in through single sign-on at Countinghouse. The audit log says what.

If this surprises you, look at it now.

Open single sign-on
${link}`,
  }),
  ar: (actor, link) => ({
    subject: 'تم تغيير تسجيل الدخول الموحّد لشركتك',
    text: `مرحبًا،

غيّر ${line(actor)} طريقة تسجيل دخول أفراد شركتك عبر تسجيل الدخول الموحّد في Countinghouse. يوضح سجل التدقيق ما تغيّر.

إن كان هذا مفاجئًا لك، فراجعه الآن.

فتح تسجيل الدخول الموحّد
${link}`,
  }),
}

/** In place of a link to choose a password, for who has nothing from one. */
export const insteadOfResetMail: Mail<[company: string, link: string]> = {
  en: (company, link) => ({
    subject: 'Your business signs in with single sign-on',
    text: `Hello,

somebody has asked for a new password for your login at Countinghouse. ${line(company)} signs in with single sign-on: there is no password to choose.

Sign in
${link}

If it was not you, do nothing.`,
  }),
  ar: (company, link) => ({
    subject: 'تسجّل شركتك الدخول بتسجيل الدخول الموحّد',
    text: `مرحبًا،

طُلبت كلمة مرور جديدة لحسابك في Countinghouse. تسجّل ${line(company)} الدخول بتسجيل الدخول الموحّد، فلا كلمة مرور تُختار.

تسجيل الدخول
${link}

إن لم تكن أنت من طلبها، فلا تفعل شيئًا.`,
  }),
}

/** What others chose must not begin a line of its own, where a mail makes buttons of addresses. */
const line = (text: string) => text.replaceAll(/\s+/gu, ' ').trim()
const by = (word: string, email: string) => (email === '' ? '' : word + line(email))
