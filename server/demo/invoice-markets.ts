import type { InvoiceLine } from '#contract/invoice-parts.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Language } from '#i18n/languages.ts'

/** A country in which a demo merchant has business customers: what they buy, in their own words, and how it is taxed. */
export interface Market {
  country: string
  currency: Currency
  timeZone: string
  language: Language
  weight: number
  buyers: readonly Buyer[]
  goods: readonly Good[]
  /** A charge or discount of some of its invoices. */
  cost?: { title: string; type: 'CHARGE' | 'DISCOUNT'; amount: number; percent: boolean }
  note?: string
}
export interface Buyer {
  name: string
  /** Before `@example.com`. */
  mail: string
  phone: string
  address: readonly [line1: string, city: string, zipCode: string, line2?: string]
  taxNumber?: string
  reference?: string
  endpoint?: { scheme: string; id: string }
}
/** What is sold: by `most` units at a time. */
export interface Good {
  detail: string
  rate: number
  most: number
  unit?: string
  tax?: Pick<InvoiceLine, 'tax_category' | 'tax_percent' | 'tax_reason'>
}

const standard = (tax_percent: number) => ({ tax_category: 'S', tax_percent }) as const
const zero = { tax_category: 'Z' } as const
const exempt = (tax_reason: string) => ({ tax_category: 'E', tax_reason }) as const
const reverseCharge = { tax_category: 'AE', tax_reason: 'Reverse charge' } as const
const within = { tax_category: 'K', tax_reason: 'Intra-community supply' } as const
const exported = { tax_category: 'G', tax_reason: 'Export of goods' } as const
const outside = { tax_category: 'O', tax_reason: 'Not subject to tax' } as const

export const markets: readonly Market[] = [
  {
    country: 'SG', currency: 'SGD', timeZone: 'Asia/Singapore', language: 'en', weight: 42,
    buyers: [
      { name: 'Kallang River Rowing Club', mail: 'treasurer.kallang', phone: '+65 6100 2040', address: ['12 Stadium Walk', 'Singapore', '397690', '#02-08'] },
      { name: 'Tan & Lim Architects Pte. Ltd.', mail: 'accounts.tanlim', phone: '+65 6221 0077', address: ['55 Amoy Street', 'Singapore', '069880'], taxNumber: 'SG201512347M', reference: 'Studio 3' },
      { name: 'Bukit Timah Primary School', mail: 'office.btps', phone: '+65 6466 1200', address: ['111 Lorong Kismis', 'Singapore', '598112'], reference: 'P5 camp' },
      { name: 'Straits Logistics Pte. Ltd.', mail: 'ap.straits', phone: '+65 6543 8810', address: ['8 Tuas View Lane', 'Singapore', '637532'], taxNumber: 'SG199704412D' },
      { name: 'Nadia Rahman', mail: 'nadia.rahman', phone: '+65 8123 9087', address: ['21 Bedok North Avenue 1', 'Singapore', '460021', '#11-214'] },
      { name: 'Hawker & Sons Catering', mail: 'billing.hawkersons', phone: '+65 6299 4410', address: ['4 Jalan Besar', 'Singapore', '208787'] },
    ],
    goods: [
      { detail: 'Team jackets, embroidered', rate: 118.5, most: 24, tax: standard(9) },
      { detail: 'Guided hike for a group, MacRitchie', rate: 45, most: 30, unit: 'person', tax: standard(9) },
      { detail: 'Tents for four, hire', rate: 28.75, most: 20, unit: 'DAY', tax: standard(9) },
      { detail: 'Repair of packs and zips', rate: 62.4, most: 6, unit: 'HUR', tax: standard(9) },
      { detail: 'First-aid course', rate: 95, most: 16, unit: 'person', tax: exempt('Education, Fourth Schedule') },
      { detail: 'Shipping to Johor Bahru', rate: 36, most: 2, tax: zero },
    ],
    cost: { title: 'Members’ discount', type: 'DISCOUNT', amount: 7.5, percent: true },
    note: 'Thank you for walking with us.',
  },
  {
    country: 'DE', currency: 'EUR', timeZone: 'Europe/Berlin', language: 'en', weight: 14,
    buyers: [
      { name: 'Wanderfreunde Süd e. V.', mail: 'kasse.wanderfreunde', phone: '+49 89 1234560', address: ['Hauptstraße 12', 'München', '80331'], taxNumber: 'DE129273398', reference: '04011000-12345-03', endpoint: { scheme: '9930', id: 'DE129273398' } },
      { name: 'Köhler & Söhne Bergsport GmbH', mail: 'rechnung.koehler', phone: '+49 761 998877', address: ['Grünwälderstraße 4', 'Freiburg im Breisgau', '79098'], taxNumber: 'DE811907980', endpoint: { scheme: '9930', id: 'DE811907980' } },
      { name: 'Alpenverlag Österreicher AG', mail: 'buchhaltung.alpenverlag', phone: '+49 30 5557700', address: ['Große Präsidentenstraße 9', 'Berlin', '10178'], taxNumber: 'DE143593636' },
    ],
    goods: [
      { detail: 'Regenhüllen für Rucksäcke, größenverstellbar', rate: 21.9, most: 60, tax: exported },
      { detail: 'Beratung zur Tourenplanung', rate: 96.333333, most: 12, unit: 'HUR', tax: reverseCharge },
      { detail: 'Wollsocken aus dem Lager Rotterdam', rate: 11.45, most: 120, unit: 'PR', tax: within },
    ],
    cost: { title: 'Versand', type: 'CHARGE', amount: 24.9, percent: false },
  },
  {
    country: 'TH', currency: 'THB', timeZone: 'Asia/Bangkok', language: 'en', weight: 10,
    buyers: [
      { name: 'บริษัท ดอยสุเทพ เอาท์ดอร์ จำกัด', mail: 'account.doisuthep', phone: '+66 53 210 000', address: ['99/1 ถนนนิมมานเหมินท์', 'เชียงใหม่', '50200', 'ตำบลสุเทพ'], taxNumber: '0505561001234' },
      { name: 'โรงเรียนสาธิตริมน้ำ', mail: 'office.rimnam', phone: '+66 2 555 0101', address: ['18 ถนนพระอาทิตย์', 'กรุงเทพมหานคร', '10200'] },
      { name: 'คุณสมชาย พันธุ์ดี', mail: 'somchai.phandee', phone: '+66 81 234 5678', address: ['7 ซอยอารีย์ 4', 'กรุงเทพมหานคร', '10400'] },
    ],
    goods: [
      { detail: 'เสื้อกันฝนสำหรับเดินป่า', rate: 1_890, most: 20, tax: exported },
      { detail: 'เต็นท์สองคน พร้อมผ้าปูพื้น', rate: 8_450.5, most: 8, tax: exported },
      { detail: 'ค่าฝึกอบรมผู้นำทาง', rate: 4_200, most: 6, unit: 'HUR', tax: reverseCharge },
    ],
    note: 'ขอบคุณที่ใช้บริการ',
  },
  {
    country: 'JP', currency: 'JPY', timeZone: 'Asia/Tokyo', language: 'en', weight: 10,
    buyers: [
      { name: '株式会社山の道具', mail: 'keiri.yamanodogu', phone: '+81 6 6345 0001', address: ['北区梅田1丁目2番3号', '大阪市', '530-0001', '大阪駅前第二ビル'], taxNumber: 'T7120001234567' },
      { name: '富士見町観光協会', mail: 'kanko.fujimi', phone: '+81 266 62 0002', address: ['富士見町落合10777', '長野県諏訪郡', '399-0292'] },
      { name: '髙橋 美咲', mail: 'takahashi.misaki', phone: '+81 90 1234 5678', address: ['渋谷区神宮前5-10-1', '東京都', '150-0001'] },
    ],
    goods: [
      { detail: '登山靴（防水・軽量）', rate: 24_800, most: 10, unit: 'PR', tax: standard(10) },
      { detail: 'フリーズドライ食品セット', rate: 1_296, most: 40, tax: standard(8) },
      { detail: 'テント修理、部品代を含む', rate: 7_350, most: 3, tax: standard(10) },
    ],
    cost: { title: '送料', type: 'CHARGE', amount: 1_100, percent: false },
  },
  {
    country: 'KR', currency: 'KRW', timeZone: 'Asia/Seoul', language: 'en', weight: 9,
    buyers: [
      { name: '주식회사 북한산아웃도어', mail: 'account.bukhansan', phone: '+82 2 333 0001', address: ['도봉로 150', '서울특별시', '01000', '강북구'], taxNumber: '123-45-67890' },
      { name: '제주올레 트레킹 센터', mail: 'office.olle', phone: '+82 64 762 0000', address: ['중정로 22', '제주특별자치도 서귀포시', '63593'] },
      { name: '김민준', mail: 'kim.minjun', phone: '+82 10 2345 6789', address: ['해운대로 570', '부산광역시', '48093'] },
    ],
    goods: [
      { detail: '방수 등산 재킷', rate: 289_000, most: 12, tax: standard(10) },
      { detail: '단체 트레킹 안내', rate: 65_000, most: 25, unit: '명', tax: standard(10) },
      { detail: '등산 안전 교육', rate: 120_000, most: 4, unit: 'HUR', tax: exempt('교육용역') },
    ],
  },
  {
    country: 'VN', currency: 'VND', timeZone: 'Asia/Ho_Chi_Minh', language: 'en', weight: 8,
    buyers: [
      { name: 'Công ty TNHH Du lịch Đỉnh Fansipan', mail: 'ketoan.fansipan', phone: '+84 24 3933 0001', address: ['27 phố Lý Thái Tổ', 'Hà Nội', '100000', 'Quận Hoàn Kiếm'], taxNumber: '0101234567' },
      { name: 'Nguyễn Thị Ánh Tuyết', mail: 'anhtuyet.nguyen', phone: '+84 90 123 4567', address: ['118 đường Nguyễn Huệ', 'Thành phố Hồ Chí Minh', '700000'] },
    ],
    goods: [
      { detail: 'Áo khoác chống thấm, thêu tên đội', rate: 1_450_000, most: 15, tax: outside },
      { detail: 'Thuê lều hai người', rate: 320_000, most: 20, unit: 'DAY', tax: outside },
      { detail: 'Hướng dẫn viên leo núi Sa Pa', rate: 2_150_000, most: 5, unit: 'DAY', tax: outside },
    ],
    note: 'Xin cảm ơn quý khách.',
  },
  {
    country: 'AE', currency: 'AED', timeZone: 'Asia/Dubai', language: 'ar', weight: 7,
    buyers: [
      { name: 'شركة رمال الخليج للرحلات (ذ.م.م)', mail: 'accounts.rimal', phone: '+971 4 333 0001', address: ['شارع الشيخ زايد، برج 7', 'دبي', '00000', 'الطابق 12'], taxNumber: 'AE100234567800003' },
      { name: 'مدرسة الواحة الخاصة', mail: 'finance.waha', phone: '+971 2 444 0002', address: ['شارع الكورنيش 45', 'أبوظبي', '00000'] },
      { name: 'ليلى حداد', mail: 'layla.haddad', phone: '+971 50 123 4567', address: ['جميرا 3، فيلا 18', 'دبي', '00000'] },
    ],
    goods: [
      { detail: 'خيمة صحراوية لأربعة أشخاص', rate: 1_349.5, most: 8, tax: standard(5) },
      { detail: 'رحلة مشي بصحبة مرشد (Jebel Jais)', rate: 210, most: 25, unit: 'شخص', tax: standard(5) },
      { detail: 'شحن دولي', rate: 185, most: 2, tax: zero },
    ],
    cost: { title: 'خصم الدفع المبكر', type: 'DISCOUNT', amount: 5, percent: true },
    note: 'شكرًا لثقتكم.',
  },
] // prettier-ignore

/** Stands at trade fairs, for the taxes of places that have one of their own. */
export const rareGoods: readonly Good[] = [
  { detail: 'Stand at the fair in Las Palmas', rate: 640, most: 2, unit: 'DAY', tax: { tax_category: 'L', tax_percent: 7 } },
  { detail: 'Stand at the fair in Ceuta', rate: 480, most: 2, unit: 'DAY', tax: { tax_category: 'M', tax_percent: 4 } },
  { detail: 'Voucher without tax', rate: 50, most: 10 },
] // prettier-ignore
