// What the core says of records and a server of requests, in French.
//
// The English sentence is the key, {a} to {d} are words in it, which may be sentences of this list
// themselves.  The first that fits is taken, so the narrow ones come first.
const said: Record<string, string> = {
    // A record that is faulty: src/core/record*.c and notation.c
    'the round is over: {a}': 'la manche est finie : {a}',
    'the round is not over: {a}': 'la manche n’est pas finie : {a}',
    'the game is over: {a}': 'la partie est finie : {a}',
    'the game is not over: {a}': 'la partie n’est pas finie : {a}',
    'nothing should stand here, not {b}': 'il ne devrait plus rien y avoir ici, et il y a {b}',
    'a {a} city should stand here, not {b}': 'une ville du groupe {a} devrait être ici, et non {b}',
    '{a} should stand here, not {b}': '{a} devrait être ici, et non {b}',
    '{a} is missing at the end': '{a} manque à la fin',
    "'variant' or 'seats'": "'variant' ou 'seats'",
    "'name' or 'round'": "'name' ou 'round'",
    'a turn': 'un tour',
    green: 'vert',
    blue: 'bleu',
    yellow: 'jaune',
    orange: 'orange',
    red: 'rouge',
    'one space and then {a} should follow': 'une espace puis {a} devraient suivre',
    '{a} is a whole number from {b} to {c}, not {d}':
        '{a} est un nombre entier de {b} à {c}, et non {d}',
    "the format's number": 'le numéro du format',
    "a board's id": 'le nom d’un plateau',
    'a rule set': 'un jeu de règles',
    'a variant': 'une variante',
    'the number of seats': 'le nombre de places',
    'the seat': 'la place',
    'a seat': 'une place',
    'the round': 'la manche',
    'a city': 'une ville',
    'the score': 'le score',
    'the number of points': 'le nombre de points',
    'the barrier': 'la barrière',
    '{a} of seat {b} should be {c}': '{a} de la place {b} devrait être {c}',
    'this board has no junction {a}': 'ce plateau n’a pas de carrefour {a}',
    'a line is written as in F4-G4, not {a}': 'une ligne s’écrit comme F4-G4, et non {a}',
    'this board has no line {a}': 'ce plateau n’a pas de ligne {a}',
    "a line's end with the smaller column, then row, comes first, not as in {a}":
        'le bout de plus petite colonne, puis de plus petite rangée, vient en premier, et non comme dans {a}',
    'only a ferry line is written with ~, not as in {a}':
        'seul un ferry s’écrit avec ~, et non comme dans {a}',
    'a ferry line is written with ~, not as in {a}':
        'un ferry s’écrit avec ~, et non comme dans {a}',
    'nothing can follow here, but there is {a}': 'rien ne peut suivre ici, et il y a {a}',
    'words are split by one space': 'une seule espace sépare les mots',
    'this is a turn of its own: {a}': 'ceci est un tour à lui seul : {a}',
    'a turn has at most two tracks, but there is {a}':
        'un tour a deux rails au plus, et il y a {a}',
    'the turn is empty': 'le tour est vide',
    'the line should end before {a}': 'la ligne devrait finir avant {a}',
    'a line does not begin with a space': 'une ligne ne commence pas par une espace',
    'unknown key word {a}': 'mot clé inconnu {a}',
    'a tab; fields are split by one space': 'une tabulation ; une espace sépare les mots',
    'a carriage return; lines are ended by a line feed alone':
        'un retour chariot ; les lignes finissent par un saut de ligne seul',
    'a control character': 'un caractère de commande',
    'the text is not UTF-8': 'le texte n’est pas en UTF-8',
    'the last line is not ended by a line feed: is the file cut off?':
        'la dernière ligne ne finit pas par un saut de ligne : le fichier est-il coupé ?',
    'this program reads format 1, not {a}': 'ce programme lit le format 1, et non {a}',
    'there is no board {a}': 'il n’y a pas de plateau {a}',
    'there is no rule set {a}': 'il n’y a pas de jeu de règles {a}',
    'this board is not played by the rule set {a}':
        'ce plateau ne se joue pas avec le jeu de règles {a}',
    'this variant is named twice: {a}': 'cette variante est nommée deux fois : {a}',
    'there is no variant {a}': 'il n’y a pas de variante {a}',
    'names stand in the order of the seats, each once':
        'les noms suivent l’ordre des places, chacun une fois',
    'a name should follow': 'un nom devrait suivre',
    'the next round is number {a}': 'la manche suivante porte le numéro {a}',
    'the starting player of this round is seat {a}': 'c’est la place {a} qui commence cette manche',
    'by the seed the first to start is seat {a}':
        'd’après la graine, c’est la place {a} qui commence',
    'no card is hidden when cards are open': 'aucune carte n’est cachée à cartes ouvertes',
    'this board has no city {a}': 'ce plateau n’a pas de ville {a}',
    'with 2 or 3 players this city is not dealt: {a}':
        'à 2 ou 3 joueurs, cette ville n’est pas distribuée : {a}',
    'this card is dealt twice: {a}': 'cette carte est distribuée deux fois : {a}',
    'the left-hand neighbour held {a}, not {b}': 'le voisin de gauche avait {a}, et non {b}',
    'the seed deals {a}, not {b}': 'la graine distribue {a}, et non {b}',
    'the next deal is that of seat {a}': 'la donne suivante est celle de la place {a}',
    'it is the turn of seat {a}': 'c’est le tour de la place {a}',
    'seats ascend, each once': 'les places vont en croissant, chacune une fois',
    'the connected seats are none': 'aucune place n’est reliée',
    'the connected seats are {a}': 'places reliées : {a}',
    'a round with hidden cards cannot be closed':
        'une manche aux cartes cachées ne peut pas être conclue',
    'the barrier should be at {a}': 'la barrière devrait être à {a}',
    'the winners are {a}': 'places qui gagnent : {a}',
    'the record is too long': 'le fichier est trop long',

    // Refusals that a record meets: they speak of somebody else's turn.
    "this line does not touch the seat's network":
        'cette ligne ne touche pas le réseau de cette place',
    "neither end of this ferry is in the seat's network":
        'aucun bout de ce ferry n’est dans le réseau de cette place',
    'the seat has no coloured track left': 'il ne reste aucun rail de couleur à cette place',
    'the seat has no private track left': 'il ne reste aucun rail privé à cette place',
    'the first track connected the seat and ended the round':
        'le premier rail a relié cette place et fini la manche',
    'the start marker stands on this junction already': 'le pion est déjà sur ce carrefour',
    'the start marker cannot travel to this junction': 'le pion ne peut pas aller à ce carrefour',

    // What is refused at a table: src/match/match_ask.c
    'this table has been closed': 'cette table a été fermée',
    'the game has started: seats are fixed now':
        'la partie a commencé : les places ne changent plus',
    'only whoever opened the table may do that': 'seul l’hôte de la table peut faire cela',
    'seat: this table has seats 1 to {a}': 'cette table a les places 1 à {a}',
    'you have a seat at this table: get up first':
        'vous avez déjà une place à cette table : levez-vous d’abord',
    'somebody sits there': 'quelqu’un est assis là',
    'a bot sits there': 'un robot est assis là',
    "key: this seat is for somebody with the table's invitation":
        'cette place est pour quelqu’un qui a le lien d’invitation',
    'there are free seats: wait for people, or fill up with bots':
        'il y a des places libres : attendez du monde, ou complétez avec des robots',
    'nobody but bots sits at this table': 'il n’y a que des robots à cette table',
    'the game has not started': 'la partie n’a pas commencé',
    'the game is over': 'la partie est finie',
    'you have no seat at this table': 'vous n’avez pas de place à cette table',
    'after: this table has no event of that number yet':
        'cette table n’en est pas encore là : rechargez la page',
    'the game has gone on since: look again': 'la partie a continué entre-temps : regardez encore',
    'a bot plays for you: come back first': 'un robot joue pour vous : revenez d’abord',
    'the round is over, the next has not begun':
        'la manche est finie, la suivante n’a pas commencé',
    'it is not your turn': 'ce n’est pas votre tour',
    'the round is not over': 'la manche n’est pas finie',
    'seat: that is your own; you can leave': 'cette place est la vôtre ; vous pouvez partir',
    'the clock takes care of that at this table': 'la pendule s’en occupe à cette table',
    'nobody waits for a person on that seat': 'personne n’attend quelqu’un à cette place',
    'that turn has not lasted two minutes yet': 'ce tour n’a pas encore duré deux minutes',
    'there is no chat at this table': 'il n’y a pas de discussion à cette table',
    'the host has muted you at this table': 'l’hôte vous a retiré la parole à cette table',
    'who: that is you': 'c’est vous-même',
    'as many people as possible are muted: give one the word':
        'trop de personnes n’ont plus la parole : rendez-la d’abord à l’une d’elles',

    // Tables that deal the same cards: src/server/hub_party.c
    'you sit at another table that deals the same cards':
        'vous êtes à une autre table qui distribue les mêmes cartes',

    // A value that a server does not take: src/server/fields.c
    'the field {a} is missing; it must be {b}': 'le champ {a} manque ; il doit être {b}',
    'the field {a} must be {b}': 'le champ {a} doit être {b}',
    'a text of {a} to {b} characters, none a control character':
        'un texte de {a} à {b} caractères, sans caractère de commande',
    "a text of {a} to {b} letters, digits, '-' or '_'":
        'un texte de {a} à {b} lettres, chiffres, tirets ou traits bas',
    'a whole number from {a} to {b}': 'un nombre entier de {a} à {b}',
    'true or false': "'true' ou 'false'",
};

// The sentences of src/core/refusal.c.
export const refusals: Record<string, string> = {
    'no round is being played': 'Aucune manche n’est en cours',
    "it is another seat's turn": 'C’est le tour d’un autre joueur',
    'the first turn of a round only places the start marker':
        'Le premier tour d’une manche ne fait que placer le pion de départ',
    'the start marker has been placed already': 'Le pion de départ est déjà placé',
    "another seat's start marker stands on this junction":
        'Le pion de départ d’un autre joueur occupe ce carrefour',
    'at least one track must be laid': 'Il faut poser au moins un rail',
    'a seat that can lay a track cannot pass': 'Qui peut poser un rail ne peut pas passer',
    'this line holds a track already': 'Cette ligne porte déjà un rail',
    'this ferry has both its tracks already': 'Ce ferry a déjà ses deux rails',
    "this line does not touch the seat's network": 'Cette ligne ne touche pas votre réseau',
    "neither end of this ferry is in the seat's network":
        'Aucun bout de ce ferry n’est dans votre réseau',
    "another seat's marker blocks the way to this line":
        'Le pion d’un autre joueur barre le chemin vers cette ligne',
    'a turn has at most two tracks': 'Un tour a deux rails au plus',
    'a track on a double line is the whole turn': 'Un rail sur une ligne double est tout le tour',
    'a double line cannot be the second track of a turn':
        'Une ligne double ne peut pas être le second rail d’un tour',
    'a turn has at most one ferry half': 'Un tour a une moitié de ferry au plus',
    'a ferry half and a double line do not go together':
        'Une moitié de ferry et une ligne double ne vont pas ensemble',
    'coloured tracks are for ferries only': 'Les rails de couleur sont pour les ferries seulement',
    'coloured tracks are not in this game': 'Il n’y a pas de rails de couleur dans cette partie',
    'the seat has no coloured track left': 'Il ne vous reste aucun rail de couleur',
    'the seat has no private track left': 'Il ne vous reste aucun rail privé',
    'no black track is left': 'Il ne reste aucun rail noir',
    'the first track connected the seat and ended the round':
        'Le premier rail a relié vos villes et fini la manche',
    'the last black track ended the round': 'Le dernier rail noir a fini la manche',
    'start markers move only in the variant blocking':
        'Les pions ne se déplacent que dans la variante Blocage',
    'the start marker stands on this junction already': 'Votre pion est déjà sur ce carrefour',
    "another seat's marker stands on this junction":
        'Le pion d’un autre joueur est sur ce carrefour',
    'the start marker cannot travel to this junction':
        'Votre pion ne peut pas aller à ce carrefour',
    'the start marker does not move in a turn that ends the round':
        'Le pion ne bouge pas dans un tour qui finit la manche',
    'the marker moves at the end of a turn': 'Le pion se déplace à la fin d’un tour',
};

export default said;
