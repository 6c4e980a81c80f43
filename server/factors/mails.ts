import type { MessageLanguage } from '#contract/messages.ts'

/** What a user is told of their second factors. */
export type FactorNews =
  | 'appAdded'
  | 'appRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryCodeUsed'
  | 'recoveryCodesRenewed'
  | 'codesLocked'
  | 'reset'
  | 'newDevice'

type Mail = (detail: string, link: string) => { subject: string; text: string }

/** Each may be read by somebody who has done nothing of it: so it says what to do then. */
export const factorMails: Record<MessageLanguage, Record<FactorNews, Mail>> = {
  en: {
    appAdded: english(
      'An authenticator app was added',
      () => 'From now on you are asked for a code of it when you sign in. Your other sessions of before were ended.',
    ),
    appRemoved: english('Your authenticator app was removed', () => 'You are asked for codes of it no more.'),
    passkeyAdded: english('A passkey was added', (name) => `It is called "${name}". You can sign in with it.`),
    passkeyRemoved: english('A passkey was removed', (name) => `"${name}" opens nothing any more.`),
    recoveryCodeUsed: english(
      'A recovery code was used',
      (left) => `It is used up now; ${left} are left. When few are left, make new ones in your profile.`,
    ),
    recoveryCodesRenewed: english('You have new recovery codes', () => 'The old ones open nothing any more.'),
    codesLocked: english(
      'Somebody tried wrong codes',
      () =>
        'Somebody who knows your password has given five wrong codes of your authenticator app. Codes are not taken for a while; passkeys and recovery codes are.',
    ),
    reset: english(
      'Your two-step verification was reset',
      (name) =>
        `${name} has taken your second factors away, as somebody asks for who has lost them. All your sessions were ended. Sign in and set it up anew.`,
    ),
    newDevice: english('You signed in on a new device', (device) => device),
  },
  ar: {
    appAdded: arabic(
      'تمت إضافة تطبيق مصادقة',
      () => 'من الآن فصاعدًا سيُطلب منك رمز منه عند تسجيل الدخول. وأُنهيت جلساتك السابقة الأخرى.',
    ),
    appRemoved: arabic('تمت إزالة تطبيق المصادقة', () => 'لن تُطلب منك رموزه بعد الآن.'),
    passkeyAdded: arabic('تمت إضافة مفتاح مرور', (name) => `اسمه «${name}»، ويمكنك تسجيل الدخول به.`),
    passkeyRemoved: arabic('تمت إزالة مفتاح مرور', (name) => `لم يعد «${name}» يفتح شيئًا.`),
    recoveryCodeUsed: arabic(
      'تم استخدام رمز استرداد',
      (left) => `لم يعد هذا الرمز صالحًا، وبقي منها ${left}. عندما يقل عددها أنشئ رموزًا جديدة من ملفك الشخصي.`,
    ),
    recoveryCodesRenewed: arabic('لديك رموز استرداد جديدة', () => 'لم تعد الرموز القديمة تفتح شيئًا.'),
    codesLocked: arabic(
      'جرّب أحدهم رموزًا خاطئة',
      () =>
        'أدخل شخص يعرف كلمة مرورك خمسة رموز خاطئة لتطبيق المصادقة. لن تُقبل الرموز لفترة، أما مفاتيح المرور ورموز الاسترداد فتبقى مقبولة.',
    ),
    reset: arabic(
      'أُعيد ضبط التحقق بخطوتين',
      (name) =>
        `أزال ${name} وسائل التحقق الخاصة بك، كما يُطلب عند فقدانها. أُنهيت جميع جلساتك. سجّل الدخول واضبط التحقق من جديد.`,
    ),
    newDevice: arabic('تسجيل دخول من جهاز جديد', (device) => device),
  },
}

function english(subject: string, said: (detail: string) => string): Mail {
  return (detail, link) => ({
    subject,
    text: `Hello,

${subject.charAt(0).toLowerCase()}${subject.slice(1)}, at your login of Countinghouse. ${said(detail)}

If it was you, all is well. If it was not, change your password at once, end the other sessions, and tell an administrator of your business.

Open your profile
${link}`,
  })
}

function arabic(subject: string, said: (detail: string) => string): Mail {
  return (detail, link) => ({
    subject,
    text: `مرحبًا،

${subject} في حسابك لدى Countinghouse. ${said(detail)}

إن كنت أنت، فكل شيء على ما يرام. وإن لم تكن أنت، فغيّر كلمة مرورك فورًا، وأنهِ الجلسات الأخرى، وأبلغ مسؤول شركتك.

فتح الملف الشخصي
${link}`,
  })
}
