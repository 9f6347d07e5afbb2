// What the page itself says; all else comes from the service in its own words.

const TEXTS = {
  en: { session: "Session", token: "Token of the host", link: "Link", claim: "Claim", take: "Take the seat", seat: "Claim for seat {n}", attackers: "The selected tokens attack", attack: "… the tokens selected now", chosen: "{n} attack. Select their targets.", nothing: "Select tokens first.", taken: "You have seat {n}.", other: "This claim is not for this room.", roll: "Send", silent: "The service does not answer." },
  de: { session: "Sitzung", token: "Token der Spielleitung", link: "Verknüpfen", claim: "Einladung", take: "Platz einnehmen", seat: "Einladung für Platz {n}", attackers: "Die ausgewählten Figuren greifen an", attack: "… die jetzt ausgewählten", chosen: "{n} greifen an. Wähle ihre Ziele aus.", nothing: "Wähle zuerst Figuren aus.", taken: "Du hast Platz {n}.", other: "Diese Einladung gilt nicht für diesen Raum.", roll: "Senden", silent: "Der Dienst antwortet nicht." },
  fr: { session: "Session", token: "Jeton de l’hôte", link: "Lier", claim: "Invitation", take: "Prendre la place", seat: "Invitation pour la place {n}", attackers: "Les pions sélectionnés attaquent", attack: "… les pions sélectionnés maintenant", chosen: "{n} attaquent. Sélectionnez leurs cibles.", nothing: "Sélectionnez d’abord des pions.", taken: "Vous avez la place {n}.", other: "Cette invitation n’est pas pour cette salle.", roll: "Envoyer", silent: "Le service ne répond pas." },
  ru: { session: "Сессия", token: "Токен ведущего", link: "Связать", claim: "Приглашение", take: "Занять место", seat: "Приглашение на место {n}", attackers: "Выбранные фишки атакуют", attack: "… выбранные сейчас", chosen: "Атакуют: {n}. Выберите их цели.", nothing: "Сначала выберите фишки.", taken: "Ваше место: {n}.", other: "Это приглашение не для этой комнаты.", roll: "Отправить", silent: "Сервис не отвечает." },
} as const;

export type Language = keyof typeof TEXTS;
export type Key = keyof (typeof TEXTS)["en"];
export const languages = Object.keys(TEXTS) as Language[];

/** The best of the languages for a browser's own, such as `de-AT`. */
export const languageOf = (wanted: string): Language => languages.find((each) => wanted.startsWith(each)) ?? "en";

/** A text, with the number in its hole. */
export const text = (language: Language, key: Key, n?: number): string => TEXTS[language][key].replace("{n}", String(n));
