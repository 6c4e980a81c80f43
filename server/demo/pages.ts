import { blocksOf } from '#contract/page-blocks.ts'
import { currencies, type Currency } from '#contract/kit/money.ts'
import type { PageType } from '#contract/payment-page-states.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { createPaymentPage } from '#server/payment-pages/create.ts'
import { savePicture } from '#server/payment-pages/pictures.ts'
import { drawPicture, type Scene } from './picture.ts'

interface Wish {
  title: string
  text: string
  custom_url: string
  type: PageType
  /** In major units, as the bounds and the shipping. */
  price: number
  bounds?: readonly [least: number, most: number]
  shipping?: number
  /** Units of one order. */
  most?: number
  /** Units that are left; without a limit where there are none. */
  left?: number
  button?: string
  scene: Scene
  colour: string
  fields?: readonly (Field & { arabic: { title: string; options?: string[] } })[]
  arabic: { title: string; text: string; button?: string }
  /** So many days ago its time was over, or it was switched off. */
  over?: { expired: number } | { deactivated: number }
}
interface Field {
  id: string
  type: 'dropdown' | 'checkbox' | 'paragraph' | 'date'
  title: string
  optional?: boolean
  options?: string[]
}

const pages: Readonly<Record<string, readonly Wish[]>> = {
  acme: [
    {
      title: 'Night hike, 12 December',
      text: 'Four hours with a guide, a head lamp and hot tea.\nWe meet at the park gate at 19:00.',
      custom_url: 'nighthike12', type: 'fixed_with_quantity', price: 35, most: 6, left: 42, button: 'Book a place',
      scene: 'hills', colour: '#1E5C5C',
      fields: [
        { id: 'shoes', type: 'dropdown', title: 'Shoes to borrow', options: ['None', 'Size 38–40', 'Size 41–43'], arabic: { title: 'حذاء للإعارة', options: ['بدون', 'مقاس 38–40', 'مقاس 41–43'] } },
        { id: 'vegetarian', type: 'checkbox', title: 'Vegetarian snack', optional: true, arabic: { title: 'وجبة نباتية' } },
      ],
      arabic: { title: 'مسير ليلي، 12 ديسمبر', text: 'أربع ساعات مع مرشد ومصباح رأس وشاي ساخن.\nنلتقي عند بوابة المتنزه في السابعة مساءً.', button: 'احجز مكانًا' },
    },
    {
      title: 'Plant a tree on our trails',
      text: 'Every 25 dollars pays for one tree and two years of care.',
      custom_url: 'plantatree', type: 'custom_amount', price: 25, bounds: [5, 1_000], button: 'Give',
      scene: 'tree', colour: '#2C7A4C',
      fields: [{ id: 'words', type: 'paragraph', title: 'Words for the sign', optional: true, arabic: { title: 'كلمات على اللافتة' } }],
      arabic: { title: 'ازرع شجرة على مساراتنا', text: 'كل 25 دولارًا تكفي لشجرة وعنايتها عامين.', button: 'تبرع' },
    },
    {
      title: 'Wool socks, three pairs',
      text: 'Merino wool, knitted in one piece. Delivered within three days.',
      custom_url: 'woolsocks3', type: 'fixed_with_quantity', price: 48, most: 10, shipping: 5,
      scene: 'socks', colour: '#B03E34',
      fields: [
        { id: 'size', type: 'dropdown', title: 'Size', options: ['36–38', '39–41', '42–44', '45–47'], arabic: { title: 'المقاس', options: ['36–38', '39–41', '42–44', '45–47'] } },
        { id: 'address', type: 'paragraph', title: 'Delivery address', arabic: { title: 'عنوان التوصيل' } },
      ],
      arabic: { title: 'جوارب صوفية، ثلاثة أزواج', text: 'صوف ميرينو محبوك قطعة واحدة. يصل خلال ثلاثة أيام.' },
    },
    {
      title: 'Trail map 2026, signed',
      text: 'Numbered copies on waterproof paper, signed by the two who walked every trail.',
      custom_url: 'trailmap2026', type: 'fixed_amount', price: 29, left: 0, scene: 'hills', colour: '#284268',
      arabic: { title: 'خريطة المسارات 2026 موقّعة', text: 'نسخ مرقمة على ورق مقاوم للماء.' },
    },
    {
      title: 'Season pass, early price',
      text: 'All guided walks of the season.',
      custom_url: 'seasonpass2026', type: 'fixed_amount', price: 199, scene: 'hills', colour: '#1F4FD8', over: { expired: 30 },
      arabic: { title: 'بطاقة الموسم بالسعر المبكر', text: 'كل المسيرات المصحوبة بمرشد في الموسم.' },
    },
    {
      title: 'Repair evening',
      text: 'Bring a jacket or a tent. We mend it together.',
      custom_url: 'repairevening', type: 'fixed_amount', price: 15, scene: 'socks', colour: '#6B4E9B', over: { deactivated: 20 },
      arabic: { title: 'أمسية إصلاح', text: 'أحضر سترة أو خيمة ونصلحها معًا.' },
    },
  ],
  borneo: [
    {
      title: 'Roastery tour',
      text: 'One hour among the roasters, with a tasting of four coffees.',
      custom_url: 'roasterytour', type: 'fixed_with_quantity', price: 60, most: 4, left: 18, scene: 'cup', colour: '#8C6242',
      fields: [{ id: 'day', type: 'dropdown', title: 'Day', options: ['Friday', 'Saturday'], arabic: { title: 'اليوم', options: ['الجمعة', 'السبت'] } }],
      arabic: { title: 'جولة في المحمصة', text: 'ساعة بين المحامص مع تذوق أربعة أنواع من القهوة.' },
    },
    {
      title: 'A coffee for the next guest', text: 'What you give pays for the coffee of somebody who cannot.',
      custom_url: 'nextguest1', type: 'custom_amount', price: 12, bounds: [5, 500], scene: 'cup', colour: '#5C3822',
      arabic: { title: 'قهوة للضيف التالي', text: 'ما تقدمه يدفع ثمن قهوة لمن لا يستطيع.' },
    },
  ],
  coral: [
    {
      title: 'Reef clean-up dive',
      text: 'Two dives, gear and lunch included. For certified divers.',
      custom_url: 'reefcleanup', type: 'fixed_with_quantity', price: 1_200_000, most: 4, left: 9, scene: 'reef', colour: '#22789F',
      fields: [{ id: 'certified', type: 'checkbox', title: 'I am a certified diver', arabic: { title: 'لدي شهادة غوص' } }],
      arabic: { title: 'غوصة لتنظيف الشعاب', text: 'غوصتان مع العدة والغداء. لحاملي شهادة الغوص.' },
    },
    {
      title: 'Reef fund', text: 'Pays for the nursery where we grow coral.',
      custom_url: 'reeffund26', type: 'custom_amount', price: 250_000, bounds: [50_000, 20_000_000], scene: 'reef', colour: '#104A70',
      arabic: { title: 'صندوق الشعاب', text: 'لتمويل المشتل الذي نربي فيه المرجان.' },
    },
  ],
} // prettier-ignore

/** Before the first of the demo's 90 days. */
const madeDaysAgo = 92
const dayMs = 86_400_000

/** Gives a merchant of the demo the payment pages that it has, by the function of a user's call. Their past comes with its history. */
export async function seedPages(
  ctx: Ctx,
  { slug, name, currency }: { slug: string; name: string; currency: Currency },
) {
  const wishes = pages[slug] ?? []
  const drawn = new Map<Scene, string>()
  for (const { scene } of wishes)
    if (!drawn.has(scene)) drawn.set(scene, await savePicture(ctx, { bytes: drawPicture(scene), type: 'image/png' }))
  for (const wish of wishes) await seedPage(ctx, wish, { name, currency, picture: drawn.get(wish.scene) as string })
}

async function seedPage(
  ctx: Ctx,
  wish: Wish,
  { name, currency, picture }: { name: string; currency: Currency; picture: string },
): Promise<void> {
  const minor = (major: number) => BigInt(Math.round(major * 10 ** currencies[currency]))
  const daysAgo = (days: number) => new Date(ctx.now.getTime() - days * dayMs)
  const then = ctx.with({ now: daysAgo(madeDaysAgo), actor: { ...ctx.actor, name } })
  const { over, arabic, fields = [], bounds = [0, 0], shipping = 0 } = wish
  const deactivated = over && 'deactivated' in over
  const pageRef = await createPaymentPage(
    then,
    {
      merchant_order_id: `PAGE-${wish.custom_url.toUpperCase()}`,
      title: wish.title,
      page_type: wish.type,
      amount: minor(wish.price),
      currency,
      min_amount: minor(bounds[0]),
      max_amount: minor(bounds[1]),
      ...(wish.most && { max_quantity: wish.most }),
      ...(wish.left !== undefined && { stock: 'limited' as const, stock_available: wish.left, low_stock_at: 5 }),
      custom_url: wish.custom_url,
      expires_at: over && 'expired' in over ? daysAgo(over.expired) : null,
      source: 'console',
      merchant_details: { shipping_charges: minor(shipping) },
      description: blocksOf(wish.text),
      pictures: [{ picture, alt: wish.title }],
      custom_fields: fields.map(({ arabic: _, optional = false, ...field }) => ({ ...field, optional })),
      button_text: wish.button ?? '',
      primary_color: wish.colour,
      texts: {
        ar: {
          title: arabic.title,
          description: blocksOf(arabic.text),
          button_text: arabic.button ?? '',
          fields: Object.fromEntries(fields.map(({ id, arabic: words }) => [id, words])),
        },
      },
    },
    { status: deactivated ? 'deactivated' : 'activated' },
  )
  if (deactivated)
    addTimelineEntry(then.with({ now: daysAgo(over.deactivated) }), 'payment_page', pageRef, 'deactivated')
}
