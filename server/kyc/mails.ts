import { limits } from '#contract/limits.ts'
import type { MessageLanguage } from '#contract/messages.ts'

interface Text {
  subject: string
  text: string
}
interface Decided {
  name: string
  note: string
  papers: readonly { name: string; reason: string }[]
  link: string
}
interface KycMail {
  link(values: { name: string; link: string }): Text
  approve(values: Decided): Text
  reject(values: Decided): Text
  ask_again(values: Decided): Text
}

const papersOf = (papers: Decided['papers']) => papers.map(({ name, reason }) => `- ${name}: ${reason}`).join('\n')
const paragraphs = (...parts: string[]) => parts.filter(Boolean).join('\n\n')

/** What is written to a merchant of its KYC: the link to it, and what was decided. */
export const kycMail: Record<MessageLanguage, KycMail> = {
  en: {
    link: ({ name, link }) => ({
      subject: `Documents for ${name}`,
      text: paragraphs(
        'Hello,',
        `before ${name} takes real payments, we need to know who it is: some facts about the company and copies of its documents.`,
        `Fill in and upload\n${link}`,
        `The link is good for ${limits.kycLinkDays} days. Whoever has it can see and change what is filled in: hand it only to people who should.`,
      ),
    }),
    approve: ({ name, note, link }) => ({
      subject: `${name} is approved`,
      text: paragraphs('Hello,', `the documents of ${name} are approved.`, note, `Sign in\n${link}`),
    }),
    reject: ({ name, note }) => ({
      subject: `${name} was not approved`,
      text: paragraphs('Hello,', `the documents of ${name} were looked at, and it was not approved.`, note),
    }),
    ask_again: ({ name, note, papers, link }) => ({
      subject: `Documents for ${name}: something is missing`,
      text: paragraphs(
        'Hello,',
        `the documents of ${name} were looked at, and some will not do:`,
        papersOf(papers),
        note,
        `Look again and upload\n${link}`,
      ),
    }),
  },
  ar: {
    link: ({ name, link }) => ({
      subject: `مستندات ${name}`,
      text: paragraphs(
        'مرحبًا،',
        `قبل أن يتلقى ${name} مدفوعات حقيقية، نحتاج إلى التحقق من هويته: بعض بيانات الشركة ونسخ من مستنداتها.`,
        `التعبئة والرفع\n${link}`,
        `الرابط صالح لمدة ${limits.kycLinkDays} يومًا. كل من لديه الرابط يستطيع رؤية البيانات وتغييرها، فلا تُعطه إلا لمن يلزم.`,
      ),
    }),
    approve: ({ name, note, link }) => ({
      subject: `تمت الموافقة على ${name}`,
      text: paragraphs('مرحبًا،', `تمت الموافقة على مستندات ${name}.`, note, `تسجيل الدخول\n${link}`),
    }),
    reject: ({ name, note }) => ({
      subject: `لم تتم الموافقة على ${name}`,
      text: paragraphs('مرحبًا،', `رُوجعت مستندات ${name} ولم تتم الموافقة عليها.`, note),
    }),
    ask_again: ({ name, note, papers, link }) => ({
      subject: `مستندات ${name}: هناك ما ينقص`,
      text: paragraphs(
        'مرحبًا،',
        `رُوجعت مستندات ${name}، وبعضها غير كافٍ:`,
        papersOf(papers),
        note,
        `المراجعة والرفع من جديد\n${link}`,
      ),
    }),
  },
}
