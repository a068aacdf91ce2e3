/** Link texts that do not describe their target, by language. */
const phrases: Record<string, string> = {
  en: 'click here|click this|go|here|information|learn more|more|more info|more information|right here|read more|see more|start|this',
  ja: 'ここをクリック|こちらをクリック|リンク|続きを読む|続く|全文表示|詳細|詳しくはこちら|こちら',
  es: 'click aquí|click aqui|clicka aquí|clicka aqui|haz clic aquí|haga clic aquí|pincha aquí|pincha aqui|aquí|aqui|más|mas|leer más|ver más|saber más|más información|más informacion|mas información|mas informacion|este|enlace|este enlace|empezar',
  fr: "cliquez ici|clique ici|cliquer ici|ici|plus|lire la suite|en savoir plus|savoir plus|plus d’informations|plus d'informations|voir plus|lien|ce lien|suite",
  pt: 'clique aqui|aqui|inicio|início|ir|mais informação|mais informações|mais|veja mais|leia mais|saiba mais|ver mais',
  ko: '여기|여기를 클릭|클릭|링크|자세히|자세히 보기|더 보기|더보기|계속|이동|전체 보기',
  sv: 'här|klicka här|läs mer|mer|mer info|mer information',
  de: 'klicke hier|klicken sie hier|hier klicken|hier|mehr|mehr erfahren|mehr lesen|mehr infos|mehr informationen|siehe|dies|das|weiterlesen|weiter',
  it: 'clicca qui|qui|leggi di più|leggi tutto|scopri di più|continua|altro',
  nl: 'klik hier|hier|lees meer|meer|meer informatie|meer info|verder lezen',
  pl: 'kliknij tutaj|tutaj|więcej|czytaj więcej|czytaj dalej|dowiedz się więcej',
  ru: 'нажмите здесь|здесь|тут|подробнее|далее|читать далее|ещё|узнать больше',
  zh: '点击这里|点击此处|这里|更多|了解更多|阅读更多|查看更多|查看详情|詳情|更多資訊|點擊這裡',
  ta: 'அடுத்த பக்கம்|மறுபக்கம்|முந்தைய பக்கம்|முன்பக்கம்|மேலும் அறிக|மேலும் தகவலுக்கு|மேலும் தரவுகளுக்கு|தயவுசெய்து இங்கே அழுத்தவும்|இங்கே கிளிக் செய்யவும்',
  fa: 'اطلاعات بیشتر|اطلاعات|این|اینجا بزنید|اینجا کلیک کنید|اینجا|برو|بیشتر بخوانید|بیشتر بدانید|بیشتر|شروع',
}

const byLanguage = new Map(Object.entries(phrases).map(([language, list]) => [language, new Set(list.split('|'))]))

const maxPhraseLength = Math.max(
  ...[...byLanguage.values()].flatMap((list) => [...list].map((phrase) => phrase.length)),
)

/** Compares with the phrases of the link's language, or of all languages where that is unknown. */
export function isGenericText(text: string, lang: string): boolean {
  const wording = withoutArrows(text.trim())
  if (wording.length > maxPhraseLength) return false
  const phrase = wording.toLowerCase()
  const languagePhrases = byLanguage.get(lang.split('-', 1)[0]?.toLowerCase() ?? '')
  if (languagePhrases !== undefined) return languagePhrases.has(phrase)
  return [...byLanguage.values()].some((list) => list.has(phrase))
}

function withoutArrows(text: string): string {
  let end = text.length
  while (end > 0 && /[\s.…»›>→!]/u.test(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}
