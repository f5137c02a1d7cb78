from typing import Any

from letterpress_client import ApiError, LetterpressError

from .scripted import Reply, ServerCase, problem, told


def page(ids: list[int], cursor: str = "", **more: str) -> Reply:
    if cursor:
        more["Link"] = f'</api/newsletters>; rel="first", </api/newsletters?cursor={cursor}>; rel="next"'
    return told([{"id": number} for number in ids], 200, X_Total_Count="3", **more)


class Lists(ServerCase):
    def test_rows_go_on_over_all_pages(self) -> None:
        self.answers(page([3, 2], "x%3D"), page([], "y"), page([1]))
        self.assertEqual([it["id"] for it in self.client.list_newsletters(limit=2)], [3, 2, 1])
        queries = [target.partition("?")[2] for target in self.targets()]
        self.assertEqual(queries, ["limit=2", "cursor=x%3D", "cursor=y"])
        self.assertTrue(all(asked.headers["Authorization"] == "Bearer lp_key" for asked in self.asked))

    def test_a_page_knows_the_whole_list(self) -> None:
        self.answers(page([3, 2], "x%3D", X_Total_Count_Capped="true"), page([1]))
        first, second = self.client.list_newsletters().pages()
        self.assertEqual(([it["id"] for it in first], first.total, first.is_capped), ([3, 2], 3, True))
        self.assertEqual((first.next_cursor, second.next_cursor, second.is_capped), ("x=", None, False))

    def test_nothing_is_asked_before_it_is_wanted(self) -> None:
        self.answers(page([3], "x"), page([3], "x"))
        newsletters = self.client.list_newsletters()
        self.assertEqual(self.asked, [])
        self.assertEqual(next(iter(newsletters))["id"], 3)
        self.assertEqual(next(iter(newsletters))["id"], 3)
        self.assertEqual(self.targets(), ["/api/newsletters"] * 2)

    def test_a_list_inside_an_object_has_rows_as_well(self) -> None:
        self.answers(told({"templates": [{"id": 5, "name": "Letter"}]}))
        self.assertEqual([it["name"] for it in self.client.list_templates(q="let")], ["Letter"])

    def test_a_page_that_is_cut_short_is_fetched_again(self) -> None:
        whole: Any = page([1])
        self.answers(page([2], "x"), Reply(200, whole.body[:-3], whole.headers, is_cut=True), whole)
        self.assertEqual([it["id"] for it in self.client.list_newsletters()], [2, 1])

    def test_a_refusal_in_the_middle_is_told_after_the_rows_before(self) -> None:
        self.answers(page([2], "x"), problem(400))
        rows = iter(self.client.list_newsletters())
        self.assertEqual(next(rows)["id"], 2)
        with self.assertRaises(ApiError):
            next(rows)

    def test_the_key_never_goes_to_another_server(self) -> None:
        self.answers(told([{"id": 1}], Link='<https://elsewhere.example/api>; rel="next"'))
        rows = iter(self.client.list_newsletters())
        next(rows)
        with self.assertRaisesRegex(LetterpressError, "elsewhere.example"):
            next(rows)

    def test_a_folder_that_a_proxy_takes_off_stays(self) -> None:
        self.answers(page([2], "x"), page([1]))
        self.assertEqual(len(list(self.client_with(at="/news").list_newsletters())), 2)
        self.assertEqual(self.targets(), ["/news/api/newsletters", "/news/api/newsletters?cursor=x"])
